//! Names of functions before it is known which function is meant: the type of what they are for chooses.
//! In: the functions of a name and a function type that is wanted; out: the one function of that type.
//! The rule: C++'s [over.over]: a function that is no template wins, then the more specialised template; what nothing
//! asks a type of stays open, and is an error where a value is needed.
//! Next: fnptr.rs for functions as values, overload.rs for calls.

use super::convert::{Fit, Why};
use super::deduce::Deduced;
use super::member_pointer::Member;
use super::template::{Bindings, name_of};
use super::typex::spelled;
use super::{Checker, Declared, Instance, Side, Signature, Typed};
use crate::builtin::{self, Overload};
use crate::tree::{Const, Expr, ExprKind, FuncId, Function, Place, PlaceKind, Stmt, StmtKind};
use crate::ty::{FunctionType, Qualified, Type};
use cuda_parse::ast;
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

/// The functions of one name.
#[derive(Clone, Debug)]
pub(super) struct OverloadSet<'a> {
    /// Those of the program and of headers that code here may use.
    list: Vec<usize>,
    /// The name, perhaps with template arguments.
    path: &'a ast::Path,
}

impl<'a> Checker<'a> {
    /// A value that stands for the functions of a name until a type is asked of it.
    pub(super) fn overload_set(&mut self, list: Vec<usize>, path: &'a ast::Path) -> Typed {
        self.functions.sets.push(OverloadSet { list, path });
        Typed::Value(Expr {
            kind: ExprKind::Const(Const::Int(0)),
            ty: Type::Overloads(self.functions.sets.len() as u32 - 1),
            span: path.span,
        })
    }

    /// The function that a value of several functions means where one of this type is wanted.
    pub(super) fn function_for(&mut self, set: u32, wanted: &FunctionType) -> Option<FuncId> {
        let OverloadSet { list, path } = self.functions.sets.get(set as usize)?.clone();
        let explicit = path.last().args.as_deref();
        let mut best: Option<(FuncId, usize)> = None;
        for at in list {
            let template = self.functions.declared[at].template.is_some();
            let id = match template {
                true => self.deduce_target(at, explicit, wanted, path.span),
                false if explicit.is_none() => {
                    self.compare_functions(|c| c.attempt(|c| c.instance(at, Vec::new(), None)))
                }
                false => None,
            };
            let Some(id) = id.filter(|id| self.has_type(*id, wanted)) else {
                continue;
            };
            if !template {
                return Some(id);
            }
            let n = wanted.params.len();
            let more = best.is_none_or(|(_, before)| {
                let (a, b) = (self.weights(at, n), self.weights(before, n));
                a.iter().zip(&b).any(|(a, b)| a.compare(b).is_gt())
            });
            if more {
                best = Some((id, at));
            }
        }
        best.map(|(id, _)| id)
            .or_else(|| self.language_function(&spelled(path), wanted))
    }

    /// Whether a concrete function has exactly this type.
    pub(super) fn has_type(&mut self, id: FuncId, wanted: &FunctionType) -> bool {
        let at = self.templates.instances[id.0 as usize].declared;
        if self.templates.instances[id.0 as usize].signature.params != wanted.params {
            return false;
        }
        if super::returns::form_of(&self.functions.declared[at].ast.result).is_some() {
            self.check_instance(id);
        }
        let variadic = self.functions.declared[at].ast.variadic.is_some();
        self.templates.instances[id.0 as usize].signature.result == wanted.result
            && variadic == wanted.variadic
    }

    /// The instance of a template that has a function type.
    pub(super) fn deduce_target(
        &mut self,
        at: usize,
        explicit: Option<&'a [ast::TemplateArg]>,
        wanted: &FunctionType,
        span: Span,
    ) -> Option<FuncId> {
        let d = self.functions.declared[at].clone();
        let params = d.template?;
        let mut found = Deduced::new(params.len());
        if let Some(list) = explicit {
            let given = self.attempt(|c| c.explicit(params, list, &d.space))?;
            found.give(given.into_iter().map(|(_, e)| e));
        }
        let plain = |ty: &Type| Qualified::plain(ty.clone());
        let result = match &d.ast.name {
            ast::FunctionName::Conversion(to, _) => to,
            _ => &d.ast.result,
        };
        self.unify(params, result, &plain(&wanted.result), &mut found);
        self.unify_types(params, &d.ast.params, &wanted.params, &mut found);
        if found.is_torn() || self.too_many_instances() {
            return None;
        }
        self.compare_functions(|c| {
            c.attempt(|c| {
                let mut bindings = Bindings::new();
                for (i, p) in params.iter().enumerate() {
                    let entity = match found.take(i) {
                        Some(e) => e,
                        None => c.default_argument_of(p, &bindings, at)?,
                    };
                    bindings.push((name_of(p), entity));
                }
                c.instance(at, bindings, Some(span))
            })
        })
    }

    /// What the members of a set of functions say about a parameter of function type: the only one that fits it.
    pub(super) fn unify_overloads(
        &mut self,
        params: &[ast::TemplateParam],
        t: &ast::TypeExpr,
        set: u32,
        found: &mut Deduced,
    ) {
        let Some(OverloadSet { list, .. }) = self.functions.sets.get(set as usize).cloned() else {
            return;
        };
        if list
            .iter()
            .any(|at| self.functions.declared[*at].template.is_some())
        {
            return;
        }
        let mut fitting: Option<Deduced> = None;
        for at in list {
            let id = self.compare_functions(|c| c.attempt(|c| c.instance(at, Vec::new(), None)));
            let Some(ty) = id.and_then(|id| self.address_type(id)) else {
                continue;
            };
            let mut one = found.clone();
            let before = one.known();
            self.unify(params, t, &Qualified::plain(ty), &mut one);
            if one.is_torn() || one.known() == before {
                continue;
            }
            if fitting.replace(one).is_some() {
                // Two would do: nothing is deduced from this argument.
                return;
            }
        }
        if let Some(one) = fitting {
            *found = one;
        }
    }

    /// How well a set of functions fits a parameter; `None` if the argument is no set.
    pub(super) fn fit_overloads(&mut self, arg: &Typed, param: &Type) -> Option<Result<Fit, Why>> {
        let Typed::Value(Expr {
            ty: Type::Overloads(set),
            ..
        }) = arg
        else {
            return None;
        };
        let wanted = self.wanted_function(param)?;
        Some(match self.function_for(*set, &wanted) {
            Some(_) => Ok(Fit::Exact),
            None => Err(Why::Unrelated),
        })
    }

    /// The function type behind a pointer or a reference to a function, or to a pointer to one.
    fn wanted_function(&self, ty: &Type) -> Option<FunctionType> {
        let ty = match ty {
            Type::Reference(to) | Type::Rvalue(to) => &to.ty,
            ty => ty,
        };
        if let Some(member) = self.member_behind(ty) {
            return match &member.to.ty {
                Type::Function(f) => Some((**f).clone()),
                _ => None,
            };
        }
        match ty {
            Type::Function(f) => Some((**f).clone()),
            ty => Self::function_behind(ty).map(|f| (*f).clone()),
        }
    }

    /// A set of functions as a value of the type that is wanted; `None` where the value is no set.
    pub(super) fn coerce_overloads(&mut self, value: &Expr, to: &Type) -> Option<Option<Expr>> {
        let Type::Overloads(set) = value.ty else {
            return None;
        };
        let Some(wanted) = self.wanted_function(to) else {
            self.unclear_value(value);
            return Some(None);
        };
        let name = spelled(self.functions.sets[set as usize].path);
        let method = self.member_behind(to).map(Member::constant);
        if let Some(constant) = method {
            self.keep_methods(set, constant);
        }
        if let Some(id) = self.function_for(set, &wanted) {
            return Some(match method {
                Some(_) => self.address_of_method(id, value.span),
                None => self.function_address(id, value.span),
            });
        }
        let shown = self.types.show(to);
        let message = format!("no `{name}` is a function for `{shown}`");
        let mut diag = Diag::error(Code::NoOverload, value.span, message);
        for at in self.functions.sets[set as usize]
            .list
            .clone()
            .into_iter()
            .take(8)
        {
            let span = self.functions.declared[at].span;
            if !span.is_system() {
                diag = diag.label(span, "not this one");
            }
        }
        self.note(diag);
        Some(None)
    }

    /// Leaves only the methods of a set that take a `const` object, or only those that do not.
    fn keep_methods(&mut self, set: u32, constant: bool) {
        let declared = &self.functions.declared;
        let fits = |at: &usize| {
            let owner = declared[*at].owner.as_ref();
            owner.is_some_and(|o| o.this && o.constant == constant)
        };
        if let Some(set) = self.functions.sets.get_mut(set as usize) {
            set.list.retain(fits);
        }
    }

    /// Whether a value is a single function, which needs nothing to tell it from others.
    pub(super) fn is_function_alone(&self, value: &Expr) -> bool {
        let Type::Overloads(set) = value.ty else {
            return false;
        };
        let set = &self.functions.sets[set as usize];
        match set.list[..] {
            [] => builtin::lookup(&spelled(set.path)).len() == 1,
            [one] => self.functions.declared[one].template.is_none(),
            _ => false,
        }
    }

    /// `f;`, of one function: C++ lets it stand, and nothing happens.
    pub(super) fn warn_uncalled(&mut self, e: &ast::Expr) {
        let message = "this names a function and does not call it: nothing happens here";
        let diag = Diag::warning(Code::UnusedValue, e.span, message);
        let place = e.span.after();
        self.note(diag.help("write `()` behind it").fix(place, "()"));
    }

    /// Says of a value that is several functions that nothing here tells which is meant; whether it is one.
    pub(super) fn unclear_value(&mut self, value: &Expr) -> bool {
        let Type::Overloads(set) = value.ty else {
            return false;
        };
        let name = spelled(self.functions.sets[set as usize].path);
        let message = format!("`{name}` is a function: call it, `{name}(…)`");
        let diag = Diag::error(Code::NotAValue, value.span, message);
        self.note(diag.help(format!(
            "for its address, say which one is meant: `static_cast<float (*)(float)>({name})`"
        )));
        true
    }

    /// One of the language's own functions as a function that has an address: it calls the built-in.
    fn language_function(&mut self, name: &str, wanted: &FunctionType) -> Option<FuncId> {
        let fits = |o: &Overload| {
            o.params == wanted.params && o.result == wanted.result && !wanted.variadic
        };
        let overload = builtin::lookup(name).into_iter().find(fits)?;
        let device = super::side::needs_device(overload.what);
        if device && self.body.side == Side::Host {
            return None;
        }
        let key = (name.to_string(), wanted.params.clone());
        if let Some(id) = self.functions.of_the_language.get(&key) {
            return Some(*id);
        }
        let id = self.enter_language_function(name, &overload, device);
        self.functions.of_the_language.insert(key, id);
        Some(id)
    }

    fn enter_language_function(&mut self, name: &str, o: &Overload, device: bool) -> FuncId {
        let side = if device { Side::Device } else { Side::Both };
        let (what, result) = (o.what, o.result.clone());
        self.made_function(name, side, (&o.params, &o.result), |_, args| {
            let span = Span::default();
            let call = Expr {
                kind: ExprKind::Builtin(what, args),
                ty: result.clone(),
                span,
            };
            let kind = match result {
                Type::Void => StmtKind::Expr(call),
                _ => StmtKind::Return(Some(call)),
            };
            vec![Stmt { kind, span }]
        })
    }

    /// A function that no program writes and that belongs to no class: its body gets the values of its parameters.
    pub(super) fn made_function(
        &mut self,
        name: &str,
        side: Side,
        (params, result): (&[Type], &Type),
        body: impl FnOnce(&mut Self, Vec<Expr>) -> Vec<Stmt>,
    ) -> FuncId {
        let span = Span::default();
        self.functions.declared.push(Declared {
            ast: super::class::nobody(),
            name: name.to_string(),
            space: String::new(),
            template: None,
            special: false,
            side,
            prototype: None,
            earlier: None,
            span,
            extent: span,
            owner: None,
        });
        let declared = self.functions.declared.len() - 1;
        let outer = std::mem::take(&mut self.body);
        self.body.side = side;
        let in_tree = |ty: &Type| match ty.referred() {
            Some(to) => Type::Pointer(to.clone()),
            None => ty.clone(),
        };
        let mut args = Vec::with_capacity(params.len());
        for ty in params {
            let ty = in_tree(ty);
            let var = self.temporary(ty.clone(), span);
            let place = Place {
                kind: PlaceKind::Var(var),
                ty: ty.clone(),
                volatile: false,
                span,
            };
            let kind = ExprKind::Load(place);
            args.push(Expr { kind, ty, span });
        }
        let n = args.len() as u32;
        self.body.undeclared.clear();
        let body = body(self, args);
        let made = std::mem::replace(&mut self.body, outer);
        let done = Function {
            result: in_tree(result),
            params: n,
            vars: made.vars,
            body,
            host: side == Side::Host,
            ..super::missing(name.to_string())
        };
        self.templates.instances.push(Instance {
            declared,
            bindings: Vec::new(),
            name: name.to_string(),
            signature: Signature {
                params: params.to_vec(),
                result: result.clone(),
            },
            asked: None,
            made_by: self.body.made_by,
            begun: true,
            wanted: true,
            done: Some(done),
            calls: made.calls,
            callers: made.callers,
            tables: made.tables,
            bound: Default::default(),
            addressed: false,
            withheld: Vec::new(),
        });
        FuncId(self.templates.instances.len() as u32 - 1)
    }
}
