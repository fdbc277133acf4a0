//! Operators that a program defines: members, functions of the file, and those beside the operands' types.
//! In: operands, at least one of a class or an enumeration; out: a call, or `None` where the language's own is meant.
//! The rule: all that may be meant compete; where none fits the language's operators get their turn.
//! Next: method.rs for the calls.

use sorted::SortedSet;

use super::method::Choices;
use crate::check::call::Call;
use crate::check::misfit::NotMeant;
use crate::check::overload::{Candidate, Choice};
use crate::check::scope::Entity;
use crate::check::{Checker, Lvalue, Typed};
use crate::tree::{Expr, FuncId};
use crate::ty::{FunctionType, OriginArg, Qualified, StructId, Type};
use cuda_source::source::Span;

/// The operators of one name that may be meant.
struct Operators {
    candidates: Vec<Candidate>,
    /// Each with whether it is a member.
    targets: Vec<(FuncId, bool)>,
    members: Vec<usize>,
    only_members: bool,
    /// The others of the name that the operands rule out, and why.
    not_meant: NotMeant,
}

impl<'a> Checker<'a> {
    /// The type of what an expression turned out to be.
    pub(in crate::check) fn type_of_typed(typed: &Typed) -> &Type {
        match typed {
            Typed::Place(l) => &l.place.ty,
            Typed::Value(v) => &v.ty,
        }
    }

    /// Whether a program can define operators for such an operand.
    pub(in crate::check) fn has_operators(&self, typed: &Typed) -> bool {
        matches!(Self::type_of_typed(typed), Type::Struct(_) | Type::Enum(_))
    }

    /// The operators of a name that may be meant: those of the first operand's class, and the others.
    fn operators(&mut self, call: &Call, args: &[Typed]) -> Option<Operators> {
        let first = Self::type_of_typed(&args[0]).clone();
        let members = match self
            .class_of(&first)
            .and_then(|id| self.member_of(id, call.name))
        {
            Some(Entity::Functions(list)) => list,
            _ => Vec::new(),
        };
        let mut free = match self.lookup_free(call.name, call.span) {
            Some(Entity::Functions(list)) => list,
            _ => Vec::new(),
        };
        self.beside(call.name, args, &mut free);
        if members.is_empty() && free.is_empty() {
            return None;
        }
        let mut all = Choices::default();
        if !members.is_empty() {
            let found = self.attempt(|c| c.choices(call, true, &members, None, &args[1..]));
            all = found.unwrap_or_default();
        }
        let mut targets: Vec<_> = all.targets.iter().map(|id| (*id, true)).collect();
        let found = self.attempt(|c| c.choices(call, false, &free, None, args));
        if let Some(found) = found {
            all.not_meant = found.not_meant;
            for (id, candidate) in found.targets.iter().zip(found.candidates) {
                if Self::is_for_enums(&candidate.params, args) {
                    targets.push((*id, false));
                    all.candidates.push(candidate);
                }
            }
        }
        Some(Operators {
            candidates: all.candidates,
            not_meant: all.not_meant,
            targets,
            only_members: !members.is_empty() && free.is_empty(),
            members,
        })
    }

    /// Whether an operator that the program defines takes these operands.
    pub(in crate::check) fn finds_operator(
        &mut self,
        name: &str,
        args: &[Typed],
        span: Span,
    ) -> bool {
        let call = Call {
            name,
            callee: span,
            span,
            ordered: false,
        };
        let found = self.attempt(|c| {
            let found = c.operators(&call, args)?;
            match c.choose(args, &found.candidates) {
                Choice::None => None,
                _ => Some(()),
            }
        });
        found.is_some()
    }

    /// Whether an operand brings an operator of this name: one of its class, or one beside it.
    pub(in crate::check) fn brings_operator(&mut self, name: &str, typed: &Typed) -> bool {
        let Some(id) = self.class_of(Self::type_of_typed(typed)) else {
            return false;
        };
        if self.member_of(id, name).is_some() {
            return true;
        }
        let mut free = Vec::new();
        self.beside(name, std::slice::from_ref(typed), &mut free);
        !free.is_empty()
    }

    /// An operator that the program defines for its types: `None` if it does not.
    pub(in crate::check) fn user_operator(
        &mut self,
        name: &str,
        args: Vec<Typed>,
        span: Span,
    ) -> Option<Option<Typed>> {
        let call = Call {
            name,
            callee: span,
            span,
            ordered: false,
        };
        let Operators {
            candidates,
            targets,
            members,
            only_members,
            not_meant,
        } = self.operators(&call, &args)?;
        match self.choose(&args, &candidates) {
            Choice::One(at) => {
                let (id, member) = targets[at];
                if !member {
                    return Some(self.call_target(&call, id, None, args));
                }
                let mut args = args;
                let first = args.remove(0);
                let object = self.object(first);
                Some(object.and_then(|o| self.call_target(&call, id, Some(o), args)))
            }
            Choice::Tie(a, b) => {
                self.ambiguous(&call, &args, &candidates[a], &candidates[b]);
                Some(None)
            }
            Choice::None => {
                let scalars = args.iter().all(|a| self.becomes_scalar(a));
                if scalars || candidates.is_empty() {
                    return None;
                }
                if only_members {
                    let mut args = args;
                    let first = args.remove(0);
                    let object = self.object(first)?;
                    return Some(self.call_with_object(&call, Some(object), &members, None, args));
                }
                self.no_overload(&call, args, &candidates, &not_meant);
                Some(None)
            }
        }
    }

    /// Whether a value is assigned to an object by an `operator=` that its class has. One that takes something else leaves
    /// the class its own copying.
    pub(in crate::check) fn assigned_by_own(
        &mut self,
        id: StructId,
        target: &Lvalue,
        from: &Typed,
    ) -> bool {
        if !self.own_methods(id, "operator=") || self.says_assignment(id) {
            return self.own_methods(id, "operator=");
        }
        if let Some(given) = self.class_of(Self::type_of_typed(from))
            && (given == id || self.base_path(given, id).is_some())
        {
            return false;
        }
        let call = Call {
            name: "operator=",
            callee: Span::default(),
            span: Span::default(),
            ordered: false,
        };
        let list = self.methods(id, "operator=");
        let args = [Typed::Place(target.clone()), from.clone()];
        let found = self.attempt(|c| c.choices(&call, true, &list, None, &args[1..]));
        found.is_some_and(|all| !matches!(self.choose(&args, &all.candidates), Choice::None))
    }

    /// Whether the language's own operators may take it, perhaps after a conversion.
    fn becomes_scalar(&mut self, typed: &Typed) -> bool {
        match Self::type_of_typed(typed).clone() {
            Type::Struct(id) => {
                self.classes.known.contains_key(&id) && !self.conversions(id, false).is_empty()
            }
            _ => true,
        }
    }

    /// Between an enumeration and a number only what is written for that enumeration counts.
    fn is_for_enums(params: &[Type], args: &[Typed]) -> bool {
        let types: Vec<&Type> = args.iter().map(Self::type_of_typed).collect();
        types.iter().any(|t| matches!(t, Type::Struct(_)))
            || params.iter().zip(types).any(|(param, given)| {
                let bare = match param {
                    Type::Reference(q) => &q.ty,
                    other => other,
                };
                matches!(given, Type::Enum(_)) && bare == given
            })
    }

    /// The functions of a name that no class's scope hides.
    fn lookup_free(&mut self, name: &str, span: Span) -> Option<Entity> {
        let space = self.names.space.clone();
        let found = self.at_file_scope(&space, |c| c.lookup(name, span));
        match found {
            Some(Entity::Functions(_)) => found,
            _ => None,
        }
    }

    /// Adds the functions of a name that stand beside the types of the arguments.
    pub(in crate::check) fn beside(&mut self, name: &str, args: &[Typed], list: &mut Vec<usize>) {
        let mut classes = SortedSet::new();
        let mut spaces = SortedSet::new();
        for arg in args {
            let ty = Self::type_of_typed(arg).clone();
            self.associated(&ty, &mut classes, &mut spaces);
        }
        let mut seen: SortedSet<usize> = list.iter().copied().collect();
        for space in spaces {
            let key = format!("{space}{name}");
            let found = match self
                .names
                .scopes
                .file(&key)
                .map(|named| named.entity.clone())
            {
                Some(Entity::Alias(_)) => self.lookup_file(&key, Span::default()),
                found => found,
            };
            if let Some(Entity::Functions(more)) = found {
                list.extend(more.into_iter().filter(|at| seen.insert(*at)));
            }
        }
        for id in classes {
            for at in self.friends(id, name) {
                if seen.insert(at) {
                    list.push(at);
                }
            }
        }
    }

    fn associated(
        &self,
        ty: &Type,
        classes: &mut SortedSet<StructId>,
        spaces: &mut SortedSet<String>,
    ) {
        match ty {
            Type::Struct(id) => {
                let Some(class) = self.classes.known.get(id) else {
                    return;
                };
                if !classes.insert(*id) {
                    return;
                }
                spaces.insert(class.space.clone());
                if let Some(outer) = class.outer {
                    self.associated(&Type::Struct(outer), classes, spaces);
                }
                let s = self.types.get(*id);
                for (base, _) in &s.bases {
                    self.associated(&Type::Struct(*base), classes, spaces);
                }
                for arg in s.origin.iter().flat_map(|o| &o.args) {
                    if let OriginArg::Type(q) = arg {
                        self.associated(&q.ty, classes, spaces);
                    }
                }
            }
            Type::Enum(id) => {
                if let Some(space) = self.names.enum_spaces.get(id) {
                    spaces.insert(space.clone());
                }
            }
            Type::Pointer(to) | Type::Reference(to) | Type::Rvalue(to) | Type::Array(to, _) => {
                self.associated(&to.ty, classes, spaces);
            }
            _ => {}
        }
    }

    /// The conversion operators of a class and its bases; `explicit` says whether those count too.
    pub(in crate::check) fn conversions(&mut self, id: StructId, explicit: bool) -> Vec<usize> {
        use cuda_parse::ast::{SpecifierKind, specifier};
        let mut list = self.methods(id, super::CONVERT);
        if !explicit {
            list.retain(|at| {
                let f = self.functions.declared[*at].ast;
                specifier(&f.specifiers, &SpecifierKind::Explicit).is_none()
            });
        }
        for (base, _) in self.types.get(id).bases.clone() {
            list.extend(self.conversions(base, explicit));
        }
        list
    }

    /// An operand of one of the language's operators: an object is converted first.
    pub(in crate::check) fn plain_operand(
        &mut self,
        typed: Typed,
        other: Option<&Type>,
        explicit: bool,
    ) -> Option<Expr> {
        let ty = Self::type_of_typed(&typed).clone();
        let Some(id) = self.class_of(&ty) else {
            return self.value(typed);
        };
        let mut best: Option<(usize, usize)> = None;
        for at in self.conversions(id, explicit) {
            let Some(result) = self.conversion_result(at) else {
                continue;
            };
            let rank = match (&result, other) {
                (r, Some(o)) if r == o => 0,
                (Type::Scalar(_), Some(Type::Scalar(_))) => 1,
                (Type::Pointer(_), Some(Type::Pointer(_))) => 1,
                (Type::Struct(_), _) => continue,
                _ => 2,
            };
            if best.is_none_or(|(b, _)| rank < b) {
                best = Some((rank, at));
            }
        }
        match best {
            Some((_, at)) => {
                let typed = self.call_conversion(typed, at, &Type::Error)?;
                self.value(typed)
            }
            None => match self.closure_function(&typed) {
                Some(func) => self.closure_address(typed, func),
                None => self.value(typed),
            },
        }
    }

    /// What a conversion operator gives.
    pub(in crate::check) fn conversion_result(&mut self, at: usize) -> Option<Type> {
        if self.functions.declared[at].template.is_some() {
            return None;
        }
        let id = self.compare_functions(|c| c.attempt(|c| c.instance(at, Vec::new(), None)))?;
        let result = self.templates.instances[id.0 as usize]
            .signature
            .result
            .clone();
        Some(match result {
            Type::Reference(to) | Type::Rvalue(to) => to.ty.clone(),
            ty => ty,
        })
    }

    /// The function that a conversion operator that is a template is, where it is to give this type.
    pub(in crate::check) fn deduced_conversion(&mut self, at: usize, to: &Type) -> Option<FuncId> {
        self.functions.declared[at].template?;
        let span = self.functions.declared[at].span;
        let wanted = FunctionType {
            result: to.clone(),
            params: Vec::new(),
            variadic: false,
            constant: false,
        };
        self.deduce_target(at, None, &wanted, span)
    }

    /// The conversion operator of a class that gives a reference to a variable of this type.
    pub(in crate::check) fn reference_conversion(
        &mut self,
        from: Type,
        to: &Qualified,
    ) -> Option<usize> {
        let id = self.class_of(&from)?;
        self.conversions(id, false).into_iter().find(|at| {
            self.functions.declared[*at].template.is_none() && {
                let made = self.compare_functions(|c| c.attempt(|c| c.instance(*at, Vec::new(), None)));
                let result = made.map(|f| self.templates.instances[f.0 as usize].signature.result.clone());
                matches!(result, Some(Type::Reference(given)) if given.ty == to.ty && !given.constant)
            }
        })
    }

    /// Calls a conversion operator; one that is a template so that it gives the type wanted.
    pub(in crate::check) fn call_conversion(
        &mut self,
        typed: Typed,
        at: usize,
        to: &Type,
    ) -> Option<Typed> {
        let span = match &typed {
            Typed::Place(l) => l.place.span,
            Typed::Value(v) => v.span,
        };
        let call = Call {
            name: "a conversion",
            callee: span,
            span,
            ordered: false,
        };
        let object = self.object(typed)?;
        if let Some(func) = self.deduced_conversion(at, to) {
            return self.call_target(&call, func, Some(object), Vec::new());
        }
        self.call_with_object(&call, Some(object), &[at], None, Vec::new())
    }
}
