//! The bytes of a class: its bases first, then its fields in order; a union's fields all at the start.
//! In: a class with its declaration; out: its names entered and its type laid out.
//! The rule: names are entered before types are looked at, so that a class can speak of itself.
//! Next: lookup.rs, which finds the names.

use super::{Class, FieldInfo, MARK, Member, Method, declares, key_of};
use crate::check::Checker;
use crate::check::scope::Entity;
use crate::ty::{ClassLayout, Qualified, StructId, Type, UNSIZED};
use cuda_parse::ast::{
    self, Access, FunctionBody, ItemKind, SpecifierKind, StructKeyword, TypeKind, specifier,
};
use cuda_source::diag::{Code, Diag};

/// Fields being gathered.
#[derive(Default)]
struct Fields<'a> {
    list: Vec<(String, Qualified)>,
    info: Vec<FieldInfo<'a>>,
    /// Least alignments, by field.
    aligns: Vec<u64>,
    /// Widths of bit fields, by field.
    widths: Vec<Option<u32>>,
    /// Bit fields without a name.
    gaps: Vec<(u32, Type, u32)>,
    bases: Vec<(StructId, u32)>,
}

impl<'a> Checker<'a> {
    /// Looks at the members of a class and lays it out; false if something is wrong with it.
    pub(super) fn complete_class(&mut self, id: StructId) -> bool {
        let Some(class) = self.classes.known.get(&id) else {
            return false;
        };
        let (span, members) = (class.ast.name.span, class.ast.members.as_ref());
        if !self.spend(1 + members.map_or(0, Vec::len), span) {
            return false;
        }
        let whole = self.in_instance(8, span, |c| Some(c.in_use(|c| c.look_at_members(id))));
        whole.unwrap_or(false)
    }

    fn look_at_members(&mut self, id: StructId) -> bool {
        self.enter_names(id);
        let class = self.classes.known[&id].clone();
        self.types.structs[id.0 as usize].union = class.ast.keyword == StructKeyword::Union;
        let whole = self.in_class(id, |c| {
            let mut fields = Fields::default();
            let mut whole = c.lay_out_bases(&class, &mut fields);
            let first = c.lay_out_table(id, class.ast, &mut fields);
            // The types of its bases' members are known to its own.
            c.types.structs[id.0 as usize].bases = fields.bases.clone();
            whole &= c.lay_out_members(id, class.ast, &mut fields, &[]);
            let align = c.written_alignment(&class.ast.specifiers).unwrap_or(1);
            let pack = written_pack(&class.ast.specifiers);
            let plain = c.is_plain_struct(&class, &fields);
            let layout = ClassLayout {
                fields: fields.list,
                aligns: fields.aligns,
                widths: fields.widths,
                gaps: fields.gaps,
                align,
                pack,
                first,
                plain,
            };
            c.types.lay_out_class(id, layout);
            if let Some(class) = c.classes.known.get_mut(&id) {
                class.fields = fields.info;
                class.complete = true;
            }
            whole
        });
        self.assert_members(id, &class);
        whole && self.check_virtuals(id)
    }

    /// The static assertions of a class.
    fn assert_members(&mut self, id: StructId, class: &Class<'a>) {
        for member in class.ast.members.iter().flatten() {
            if let ItemKind::StaticAssert { condition, message } = &member.item.kind {
                let failed = self.in_class(id, |c| {
                    c.attempt(|c| c.static_assertion(condition, message.as_deref()))
                });
                if let Some(Some(diag)) = failed {
                    self.note(diag);
                }
            }
        }
    }

    fn enter_names(&mut self, id: StructId) {
        let Some(class) = self.classes.known.get_mut(&id) else {
            return;
        };
        let members = class.ast.members.as_deref().unwrap_or_default();
        for member in members {
            let item = &member.item;
            match &item.kind {
                ItemKind::Function(f) => class.enter_function(f, None, member),
                ItemKind::Template(t) => match &t.item.kind {
                    ItemKind::Function(f) => class.enter_function(f, Some(&t.params), member),
                    ItemKind::Struct(s) if s.template_args.is_some() => {}
                    ItemKind::Struct(s) if is_friend(s) => class.befriend(s),
                    _ => class.enter_item(item),
                },
                ItemKind::Variable(v)
                    if specifier(&v.specifiers, &SpecifierKind::Static).is_none() => {}
                ItemKind::Struct(s) if is_friend(s) => class.befriend(s),
                ItemKind::Struct(s) if s.members.is_none() => {
                    let name = s.name.text.to_string();
                    class.names.entry(name).or_insert(Member::Item(item));
                }
                ItemKind::UsingName(path) | ItemKind::UsingPack(path) => {
                    let name = path.last().name.text.to_string();
                    let pack = matches!(item.kind, ItemKind::UsingPack(_));
                    let list = class.used.entry(name.clone()).or_default();
                    list.push((path, pack));
                    class.names.entry(name).or_insert(Member::Using);
                }
                _ => class.enter_item(item),
            }
            class.enter_access(member);
        }
    }

    /// The pointer to the table of a class's functions, unless a base has it; which field that is, or that base.
    fn lay_out_table(
        &mut self,
        id: StructId,
        ast: &'a ast::Struct,
        fields: &mut Fields<'a>,
    ) -> Option<u32> {
        let mut bases = fields.bases.iter();
        if let Some((_, field)) = bases.find(|(base, _)| self.is_polymorphic(*base)) {
            return Some(*field);
        }
        let mut members = ast.members.iter().flatten();
        let any = members.any(|m| match &m.item.kind {
            ItemKind::Function(f) => specifier(&f.specifiers, &SpecifierKind::Virtual).is_some(),
            _ => false,
        });
        any.then(|| {
            let at = fields.list.len() as u32;
            let table = Type::pointer_to(Qualified::with_const(Type::Void, true));
            let q = Qualified::plain(table);
            fields.push("<table>".into(), q, FieldInfo::default(), 1);
            if let Some(class) = self.classes.known.get_mut(&id) {
                class.table = Some(at);
            }
            at
        })
    }

    /// Whether C could have a class: nothing in it has anything to do or to hide.
    fn is_plain_struct(&self, class: &Class<'a>, fields: &Fields<'a>) -> bool {
        let mut members = class.ast.members.iter().flatten();
        let only_data = members.all(|m| match &m.item.kind {
            ItemKind::Variable(v) => {
                m.access == Access::Public && v.init.is_none()
                    || specifier(&v.specifiers, &SpecifierKind::Static).is_some()
            }
            ItemKind::Function(f) => {
                let special = !matches!(
                    &f.name,
                    ast::FunctionName::Plain(_) | ast::FunctionName::Conversion(..)
                ) && !matches!(&f.name, ast::FunctionName::Operator(text, _) if &**text != "=");
                let given = matches!(f.body, FunctionBody::Default | FunctionBody::Delete);
                !special || given
            }
            _ => true,
        });
        let plain = |(_, q): &(String, Qualified)| {
            let mut inner = &q.ty;
            while let Type::Array(of, _) = inner {
                inner = &of.ty;
            }
            match inner {
                Type::Struct(s) => {
                    let s = self.types.get(*s);
                    s.used == s.size
                }
                _ => true,
            }
        };
        only_data
            && fields.bases.is_empty()
            && fields.info.iter().all(|f| f.reference.is_none())
            && fields.list.iter().all(plain)
    }

    fn lay_out_bases(&mut self, class: &Class<'a>, fields: &mut Fields<'a>) -> bool {
        let mut whole = true;
        let mut bases = Vec::new();
        for base in &class.ast.bases {
            if base.is_virtual {
                let help = "derive without `virtual`, and hold what is shared by a pointer";
                self.refuse(base.ty.span, "virtual bases are", help);
                whole = false;
            }
            let typed = |c: &mut Self, t: &'a ast::TypeExpr| Some((t, c.ty(t)?));
            whole &= self.each_type(&base.ty, &mut bases, typed).is_some();
        }
        for (t, q) in bases {
            let Some(base) = self
                .class_of(&q.ty)
                .filter(|b| self.classes.known[b].complete)
            else {
                let shown = self.types.show(&q.ty);
                self.error(
                    Code::IncompleteType,
                    t.span,
                    format!("`{shown}` cannot be a base: it is no complete class"),
                );
                whole = false;
                continue;
            };
            if specifier(
                &self.classes.known[&base].ast.specifiers,
                &SpecifierKind::Final,
            )
            .is_some()
            {
                let shown = self.types.show(&q.ty);
                let message = format!("`{shown}` is `final`: nothing can derive from it");
                self.error(Code::BadDeclaration, t.span, message);
            }
            fields.bases.push((base, fields.list.len() as u32));
            let name = format!("<{}>", self.types.get(base).name);
            fields.push(name, q, FieldInfo::default(), 1);
        }
        whole
    }

    /// The fields among members; `path` leads to the unnamed struct they are in.
    fn lay_out_members(
        &mut self,
        id: StructId,
        ast: &'a ast::Struct,
        fields: &mut Fields<'a>,
        path: &[u32],
    ) -> bool {
        let members = ast.members.as_deref().unwrap_or_default();
        let mut whole = true;
        for (n, member) in members.iter().enumerate() {
            match &member.item.kind {
                ItemKind::Variable(v)
                    if specifier(&v.specifiers, &SpecifierKind::Static).is_none() =>
                {
                    whole &= self.lay_out_field(id, ast, v, fields, path).is_some();
                }
                ItemKind::Struct(s) if is_anonymous(s, &members[n + 1..]) => {
                    let space = self.names.space.clone();
                    let inner = self.new_class(s, "unnamed struct".into(), &space, Some(id));
                    whole &= self.complete_class(inner);
                    let at = fields.list.len() as u32;
                    let q = Qualified::plain(Type::Struct(inner));
                    fields.push(String::new(), q, FieldInfo::default(), 1);
                    let names = self.classes.known[&inner].names.clone();
                    for (name, member) in names {
                        if let (Member::Field(inside), Some(class)) =
                            (member, self.classes.known.get_mut(&id))
                        {
                            let mut whole_path = vec![at];
                            whole_path.extend(inside);
                            class.names.insert(name, Member::Field(whole_path));
                        }
                    }
                }
                _ => {}
            }
        }
        whole
    }

    fn lay_out_field(
        &mut self,
        id: StructId,
        ast: &'a ast::Struct,
        v: &'a ast::Variable,
        fields: &mut Fields<'a>,
        path: &[u32],
    ) -> Option<()> {
        let q = self.field_type(v, id)?;
        let width = self.bit_width(v, &q)?;
        if v.name.text.is_empty() {
            let before = fields.list.len() as u32;
            fields.gaps.push((before, q.ty, width.unwrap_or(0)));
            return Some(());
        }
        let twice = fields.list.iter().any(|(n, _)| **n == *v.name.text);
        if twice {
            self.error(
                Code::Redefinition,
                v.name.span,
                format!("`{}` has two fields `{}`", ast.name.text, v.name.text),
            );
            return None;
        }
        let align = self.written_alignment(&v.specifiers).unwrap_or(1);
        let reference = q.ty.referred().is_some().then(|| q.ty.clone());
        let q = match q.ty {
            Type::Reference(to) | Type::Rvalue(to) => Qualified::plain(Type::Pointer(to)),
            _ => q,
        };
        let mutable = specifier(&v.specifiers, &SpecifierKind::Mutable).is_some();
        let mut whole_path = path.to_vec();
        whole_path.push(fields.list.len() as u32);
        if let Some(class) = self.classes.known.get_mut(&id) {
            let name = v.name.text.to_string();
            class.names.insert(name, Member::Field(whole_path));
        }
        let info = FieldInfo {
            ast: Some(v),
            reference,
            mutable,
        };
        fields.push(v.name.text.to_string(), q, info, align);
        if let Some(last) = fields.widths.last_mut() {
            *last = width;
        }
        Some(())
    }

    fn field_type(&mut self, v: &'a ast::Variable, owner: StructId) -> Option<Qualified> {
        let mut q = self.variable_type(v)?;
        // `float rest[];`, which goes on behind the struct where the program made room.
        if let Type::Array(of, UNSIZED) = &q.ty {
            q.ty = Type::array_of((**of).clone(), 0);
        }
        let mut inner = &q.ty;
        while let Type::Array(of, _) = inner {
            inner = &of.ty;
        }
        let open = |id: &StructId| self.classes.known.get(id).is_some_and(|c| !c.complete);
        let unfinished = matches!(inner, Type::Struct(id) if *id == owner || open(id));
        if !unfinished {
            self.concrete(&q.ty, v.name.span)?;
        }
        if unfinished || q.ty == Type::Void {
            let diag = Diag::error(
                Code::IncompleteType,
                v.name.span,
                format!("the field `{}` has no size yet", v.name.text),
            );
            self.note(diag.help("a pointer to it has one"));
            return None;
        }
        Some(q)
    }

    /// The class whose member is being checked.
    pub(in crate::check) fn this_class(&self) -> Option<StructId> {
        match &self.names.scopes.find_inner(MARK)?.entity {
            Entity::Type(Qualified {
                ty: Type::Struct(id),
                ..
            }) => Some(*id),
            _ => None,
        }
    }
}

impl<'a> Class<'a> {
    fn enter_function(
        &mut self,
        f: &'a ast::Function,
        template: Option<&'a [ast::TemplateParam]>,
        member: &'a ast::Member,
    ) {
        let method = Method {
            ast: f,
            template,
            extent: member.item.span,
            access: member.access,
        };
        let key = key_of(&f.name);
        if specifier(&f.specifiers, &SpecifierKind::Friend).is_some() {
            self.befriended.push(key.clone());
            if matches!(f.body, FunctionBody::Block(_)) {
                self.friends.entry(key).or_default().0.push(method);
            }
            return;
        }
        match self.names.get_mut(&key) {
            Some(Member::Methods(list, _)) => list.push(method),
            _ => drop(self.names.insert(key, Member::Methods(vec![method], None))),
        }
    }

    fn befriend(&mut self, s: &ast::Struct) {
        if is_friend(s) {
            self.befriended.push(s.name.text.to_string());
        }
    }

    fn enter_access(&mut self, member: &'a ast::Member) {
        let mut names = declares(&member.item);
        match &member.item.kind {
            ItemKind::Function(_) => return,
            ItemKind::UsingName(path) | ItemKind::UsingPack(path) => {
                names.push(path.last().name.text.to_string())
            }
            _ => {}
        }
        for name in names {
            if member.access != Access::Public {
                self.access.insert(name, member.access);
            }
        }
    }

    fn enter_item(&mut self, item: &'a ast::Item) {
        for name in declares(item) {
            self.names.insert(name, Member::Item(item));
        }
    }
}

impl<'a> Fields<'a> {
    fn push(&mut self, name: String, q: Qualified, info: FieldInfo<'a>, align: u64) {
        self.list.push((name, q));
        self.info.push(info);
        self.aligns.push(align);
        self.widths.push(None);
    }
}

/// `friend class C;`
fn is_friend(s: &ast::Struct) -> bool {
    s.members.is_none() && specifier(&s.specifiers, &SpecifierKind::Friend).is_some()
}

/// Whether a struct without a name is a member itself: no variable or alias of it follows.
fn is_anonymous(s: &ast::Struct, rest: &[ast::Member]) -> bool {
    let unnamed = s.name.text.starts_with('<') && s.members.is_some();
    unnamed
        && !rest.iter().any(|m| match &m.item.kind {
            ItemKind::Variable(v) => names_type(&v.ty, &s.name.text),
            ItemKind::Alias(a) => names_type(&a.ty, &s.name.text),
            _ => false,
        })
}

fn names_type(t: &ast::TypeExpr, name: &str) -> bool {
    match &t.kind {
        TypeKind::Named(path) => *path.last().name.text == *name,
        TypeKind::Pointer(t) | TypeKind::LRef(t) | TypeKind::RRef(t) | TypeKind::Array(t, _) => {
            names_type(t, name)
        }
        _ => false,
    }
}

/// The most that the fields of a struct are aligned to, where it says so.
fn written_pack(specifiers: &[ast::Specifier]) -> Option<u64> {
    let said = specifiers.iter().filter_map(|s| match s.kind {
        SpecifierKind::Packed(n) => Some(n),
        _ => None,
    });
    said.min()
}
