//! A tree to text that parses to the same tree again, spans apart.
//!
//! Rules: one item or statement a line, indented by depth; every operator's operands are in parentheses exactly
//! where the tree has a [`ExprKind::Paren`] node, since a parsed tree never needs more; literals are written so that
//! they have the same value and type. `Error` and `Unmodelled` nodes are written as comments.

mod expr;

use std::fmt::Write as _;

use super::*;
use expr::{asm_text, binding_text, expr_text, quoted};

/// A whole file.
pub fn unit(unit: &Unit) -> String {
    let mut out = Printer::default();
    out.list(&unit.items);
    out.text
}

/// A type by itself, as C++ writes it.
pub fn type_name(ty: &TypeExpr) -> String {
    declaration(ty, String::new())
}

/// An expression.
pub fn expr(expr: &Expr) -> String {
    expr_text(expr)
}

#[derive(Default)]
struct Printer {
    text: String,
    depth: usize,
}

impl Printer {
    fn line(&mut self, text: &str) {
        for _ in 0..self.depth {
            self.text.push_str("  ");
        }
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn items(&mut self, items: &[Item]) {
        self.depth += 1;
        self.list(items);
        self.depth -= 1;
    }

    /// Items one after another; what follows an inline namespace says that it is one.
    fn list(&mut self, items: &[Item]) {
        for (at, item) in items.iter().enumerate() {
            let next = items.get(at + 1).map(|next| &next.kind);
            let inline = matches!(next, Some(ItemKind::InlineNamespace(_)));
            self.item(item, if inline { "inline " } else { "" });
        }
    }

    /// An item; `head` is what stands before it, such as `template<…>`.
    fn item(&mut self, item: &Item, head: &str) {
        match &item.kind {
            ItemKind::Function(function) => self.function(function, head),
            ItemKind::Variable(variable) => {
                self.line(&format!("{head}{};", variable_text(variable)))
            }
            ItemKind::Struct(made) => self.record(made, head),
            ItemKind::Enum(made) => self.line(&format!("{head}{};", enum_text(made))),
            ItemKind::Alias(alias) => {
                self.line(&format!(
                    "{head}using {} = {};",
                    alias.name.text,
                    type_name(&alias.ty)
                ));
            }
            ItemKind::Template(template) => {
                let requires = template
                    .requires
                    .as_ref()
                    .map_or(String::new(), |e| format!("requires {} ", expr_text(e)));
                let params = template_params(&template.params);
                let all_made =
                    !template.params.is_empty() && template.params.iter().all(|p| p.is_invented());
                let head = match all_made {
                    true => head.to_string(),
                    false => format!("{head}template<{params}> {requires}"),
                };
                self.item(&template.item, &head);
            }
            ItemKind::Namespace { name, items } => {
                let name = name
                    .as_ref()
                    .map_or(String::new(), |name| format!("{} ", name.text));
                self.line(&format!("{head}namespace {name}{{"));
                self.items(items);
                self.line("}");
            }
            ItemKind::NamespaceAlias { name, target } => {
                self.line(&format!("namespace {} = {};", name.text, path(target)));
            }
            ItemKind::InlineNamespace(_) => {}
            ItemKind::UsingNamespace(target) => {
                self.line(&format!("using namespace {};", path(target)))
            }
            ItemKind::UsingPack(target) => self.line(&format!("using {}...;", path(target))),
            ItemKind::UsingName(target) => self.line(&format!("using {};", path(target))),
            ItemKind::UsingEnum(target) => self.line(&format!("using enum {};", path(target))),
            ItemKind::Binding(made) => {
                let text = binding_text(&made.variable, &made.names);
                self.line(&format!("{text};"));
            }
            ItemKind::Concept { name, value } => {
                self.line(&format!(
                    "{head}concept {} = {};",
                    name.text,
                    expr_text(value)
                ));
            }
            ItemKind::StaticAssert { condition, message } => {
                let message = message
                    .as_ref()
                    .map_or(String::new(), |m| format!(", {}", quoted(m.as_bytes())));
                self.line(&format!(
                    "static_assert({}{message});",
                    expr_text(condition)
                ));
            }
            ItemKind::Linkage(items) => {
                self.line("extern \"C\" {");
                self.items(items);
                self.line("}");
            }
            ItemKind::Unmodelled(what) => self.line(&format!("/* not modelled: {what} */")),
        }
    }

    fn function(&mut self, function: &Function, head: &str) {
        let params = params_text(&function.params, function.variadic.is_some());
        if let FunctionName::Plain(name) = &function.name
            && let Some(class) = super::guided_class(&name.text)
        {
            let result = type_name(&function.result);
            return self.line(&format!("{head}{class}({params}) -> {result};"));
        }
        let mut name = match &function.qualifier {
            Some(qualifier) => format!("{}::", path(qualifier)),
            None => String::new(),
        };
        let bare = match &function.name {
            FunctionName::Plain(plain) => {
                name.push_str(&plain.text);
                false
            }
            FunctionName::Constructor(plain) => {
                name.push_str(&plain.text);
                true
            }
            FunctionName::Destructor(plain) => {
                let _ = write!(name, "~{}", plain.text);
                true
            }
            FunctionName::Operator(op, _) => {
                let word = op.starts_with(|c: char| c.is_alphabetic());
                let space = if word { " " } else { "" };
                let _ = write!(name, "operator{space}{op}");
                false
            }
            FunctionName::Conversion(ty, _) => {
                let _ = write!(name, "operator {}", type_name(ty));
                true
            }
        };
        if let Some(args) = &function.template_args {
            name.push_str(&template_args(args));
        }
        let mut declarator = format!("{name}({params})");
        if function.is_const {
            declarator.push_str(" const");
        }
        for (kind, word) in [
            (SpecifierKind::Override, " override"),
            (SpecifierKind::Final, " final"),
        ] {
            if specifier(&function.specifiers, &kind).is_some() {
                declarator.push_str(word);
            }
        }
        let declared = if bare {
            declarator
        } else {
            declaration(&function.result, declarator)
        };
        let mut line = format!("{head}{}{declared}", specifiers(&function.specifiers));
        if let Some(requires) = &function.requires {
            let _ = write!(line, " requires {}", expr_text(requires));
        }
        if !function.initialisers.is_empty() {
            let inits: Vec<_> = function.initialisers.iter().map(member_init).collect();
            let _ = write!(line, " : {}", inits.join(", "));
        }
        match &function.body {
            FunctionBody::None => self.line(&format!("{line};")),
            FunctionBody::Default => self.line(&format!("{line} = default;")),
            FunctionBody::Delete => self.line(&format!("{line} = delete;")),
            FunctionBody::Pure => self.line(&format!("{line} = 0;")),
            FunctionBody::Block(block) => self.braced(&format!("{line} "), block),
        }
    }

    fn record(&mut self, made: &Struct, head: &str) {
        let word = match made.keyword {
            StructKeyword::Struct => "struct",
            StructKeyword::Class => "class",
            StructKeyword::Union => "union",
        };
        let args = made
            .template_args
            .as_deref()
            .map_or(String::new(), template_args);
        let name = match &made.qualifier {
            Some(outer) => format!("{outer}::{}", made.name.text),
            None => made.name.text.to_string(),
        };
        let mut line = format!("{head}{word} {}{name}{args}", specifiers(&made.specifiers));
        if specifier(&made.specifiers, &SpecifierKind::Final).is_some() {
            line.push_str(" final");
        }
        let base = |base: &Base| {
            let usual = match made.keyword {
                StructKeyword::Class => Access::Private,
                _ => Access::Public,
            };
            let word = match base.access {
                access if access == usual => "",
                Access::Public => "public ",
                Access::Protected => "protected ",
                Access::Private => "private ",
            };
            let shared = if base.is_virtual { "virtual " } else { "" };
            format!("{shared}{word}{}", type_name(&base.ty))
        };
        let bases: Vec<_> = made.bases.iter().map(base).collect();
        if !bases.is_empty() {
            let _ = write!(line, " : {}", bases.join(", "));
        }
        let Some(members) = &made.members else {
            return self.line(&format!("{line};"));
        };
        self.line(&format!("{line} {{"));
        self.depth += 1;
        let mut access = match made.keyword {
            StructKeyword::Class => Access::Private,
            _ => Access::Public,
        };
        for member in members {
            if member.access != access {
                access = member.access;
                self.line(match access {
                    Access::Public => "public:",
                    Access::Protected => "protected:",
                    Access::Private => "private:",
                });
            }
            self.item(&member.item, "");
        }
        self.depth -= 1;
        self.line("};");
    }

    fn braced(&mut self, head: &str, block: &Block) {
        self.line(&format!("{head}{{"));
        self.depth += 1;
        for stmt in &block.stmts {
            self.stmt(stmt);
        }
        self.depth -= 1;
        self.line("}");
    }

    /// A statement under a head, indented unless it is a block.
    fn under(&mut self, head: &str, stmt: &Stmt) {
        if let StmtKind::Block(block) = &stmt.kind {
            return self.braced(&format!("{head} "), block);
        }
        self.line(head);
        self.depth += 1;
        self.stmt(stmt);
        self.depth -= 1;
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Empty => self.line(";"),
            StmtKind::Expr(value) => self.line(&format!("{};", expr_text(value))),
            StmtKind::Decl(items) => items.iter().for_each(|item| self.item(item, "")),
            StmtKind::Block(block) => self.braced("", block),
            StmtKind::If(made) => self.if_stmt(made),
            StmtKind::While(cond, body) => {
                self.under(&format!("while ({})", condition(cond)), body)
            }
            StmtKind::DoWhile(body, cond) => {
                self.under("do", body);
                self.line(&format!("while ({});", expr_text(cond)));
            }
            StmtKind::For(made) => {
                let cond = made.condition.as_ref().map_or(String::new(), condition);
                let step = made.step.as_ref().map_or(String::new(), expr_text);
                let head = format!("for ({} {cond}; {step})", init_text(&made.init));
                self.under(&head, &made.body);
            }
            StmtKind::RangeFor(made) => {
                let init = made
                    .init
                    .as_ref()
                    .map_or(String::new(), |init| init_text(init) + " ");
                let variable = match made.names.is_empty() {
                    true => variable_text(&made.variable),
                    false => binding_text(&made.variable, &made.names),
                };
                let head = format!("for ({init}{variable} : {})", expr_text(&made.range));
                self.under(&head, &made.body);
            }
            StmtKind::Switch(made) => {
                let init = made
                    .init
                    .as_ref()
                    .map_or(String::new(), |init| init_text(init) + " ");
                self.braced(
                    &format!("switch ({init}{}) ", condition(&made.condition)),
                    &made.body,
                );
            }
            StmtKind::Case(value, None) => self.line(&format!("case {}:", expr_text(value))),
            StmtKind::Case(value, Some(last)) => {
                self.line(&format!(
                    "case {} ... {}:",
                    expr_text(value),
                    expr_text(last)
                ));
            }
            StmtKind::Default => self.line("default:"),
            StmtKind::Return(None) => self.line("return;"),
            StmtKind::Return(Some(value)) => self.line(&format!("return {};", expr_text(value))),
            StmtKind::Break => self.line("break;"),
            StmtKind::Continue => self.line("continue;"),
            StmtKind::Unroll(factor, body) => {
                let factor = factor
                    .as_ref()
                    .map_or(String::new(), |factor| format!(" {}", expr_text(factor)));
                self.line(&format!("#pragma unroll{factor}"));
                self.stmt(body);
            }
            StmtKind::Asm(asm) => self.line(&asm_text(asm)),
            StmtKind::Try(made) => {
                self.braced("try ", &made.body);
                for clause in &made.catches {
                    let param = match &clause.param {
                        Some(param) => params_text(std::slice::from_ref(param), false),
                        None => "...".to_string(),
                    };
                    self.braced(&format!("catch ({param}) "), &clause.body);
                }
            }
            StmtKind::Goto(label) => self.line(&format!("goto {};", label.text)),
            StmtKind::Label(label) => self.line(&format!("{}:", label.text)),
            StmtKind::Unmodelled(what) => self.line(&format!("/* not modelled: {what} */")),
            StmtKind::Error => self.line("/* error */"),
        }
    }

    fn if_stmt(&mut self, made: &If) {
        let word = if made.is_constexpr {
            "if constexpr"
        } else {
            "if"
        };
        let init = made
            .init
            .as_ref()
            .map_or(String::new(), |init| init_text(init) + " ");
        self.under(
            &format!("{word} ({init}{})", condition(&made.condition)),
            &made.then,
        );
        if let Some(otherwise) = &made.otherwise {
            self.under("else", otherwise);
        }
    }
}

/// The statement in a head that ends in `;`, on one line: the declarations joined as they were written.
fn init_text(stmt: &Stmt) -> String {
    match &stmt.kind {
        StmtKind::Decl(items) => {
            let variables: Vec<_> = items
                .iter()
                .filter_map(|item| match &item.kind {
                    ItemKind::Variable(variable) => Some(variable),
                    _ => None,
                })
                .collect();
            let Some((first, rest)) = variables.split_first() else {
                return ";".to_string();
            };
            let mut out = variable_text(first);
            for variable in rest {
                let whole = declared_text(variable);
                let base = declaration(base_of(&variable.ty), String::new());
                let declarator = whole.strip_prefix(&base).unwrap_or(&whole);
                let _ = write!(out, ", {}", declarator.trim_start());
            }
            out + ";"
        }
        StmtKind::Expr(value) => format!("{};", expr_text(value)),
        _ => ";".to_string(),
    }
}

/// The type inside all declarators.
fn base_of(ty: &TypeExpr) -> &TypeExpr {
    match &ty.kind {
        TypeKind::Pointer(inner) | TypeKind::LRef(inner) | TypeKind::RRef(inner) => base_of(inner),
        TypeKind::Array(inner, _) => base_of(inner),
        TypeKind::Function(function) => base_of(&function.result),
        TypeKind::MemberPointer(made) => base_of(&made.1),
        _ => ty,
    }
}

fn condition(condition: &Condition) -> String {
    match condition {
        Condition::Expr(value) => expr_text(value),
        Condition::Decl(variable) => variable_text(variable),
    }
}

fn specifiers(list: &[Specifier]) -> String {
    let mut out = String::new();
    for one in list {
        let text = match &one.kind {
            SpecifierKind::Global => "__global__",
            SpecifierKind::Device => "__device__",
            SpecifierKind::Host => "__host__",
            SpecifierKind::Shared => "__shared__",
            SpecifierKind::Constant => "__constant__",
            SpecifierKind::Managed => "__managed__",
            SpecifierKind::GridConstant => "__grid_constant__",
            SpecifierKind::Extern => "extern",
            SpecifierKind::Static => "static",
            SpecifierKind::Inline => "inline",
            SpecifierKind::ForceInline => "__forceinline__",
            SpecifierKind::NoInline => "__noinline__",
            SpecifierKind::Constexpr => "constexpr",
            SpecifierKind::Mutable => "mutable",
            SpecifierKind::Ignored => "register",
            SpecifierKind::Explicit => "explicit",
            SpecifierKind::Friend => "friend",
            SpecifierKind::Virtual => "virtual",
            // They stand after what they are of.
            SpecifierKind::Override | SpecifierKind::Final => continue,
            SpecifierKind::LaunchBounds(args) => {
                let _ = write!(out, "__launch_bounds__({}) ", list_text(args));
                continue;
            }
            SpecifierKind::Align(value) => {
                let _ = write!(out, "alignas({}) ", expr_text(value));
                continue;
            }
            SpecifierKind::AlignAs(ty) => {
                let _ = write!(out, "alignas({}) ", type_name(ty));
                continue;
            }
            SpecifierKind::Packed(n) => {
                let _ = write!(out, "__attribute__((packed({n}))) ");
                continue;
            }
        };
        let _ = write!(out, "{text} ");
    }
    out
}

fn variable_text(variable: &Variable) -> String {
    format!(
        "{}{}",
        specifiers(&variable.specifiers),
        declared_text(variable)
    )
}

fn declared_text(variable: &Variable) -> String {
    let qualifier = variable
        .qualifier
        .as_ref()
        .map_or(String::new(), |q| format!("{}::", path(q)));
    let args = variable
        .template_args
        .as_deref()
        .map_or(String::new(), template_args);
    let name = format!("{qualifier}{}{args}", variable.name.text);
    let mut out = declaration(&variable.ty, name);
    if let Some(bits) = &variable.bits {
        let _ = write!(out, " : {}", expr_text(bits));
    }
    match &variable.init {
        None => {}
        Some(Init::Equals(value)) => {
            let _ = write!(out, " = {}", expr_text(value));
        }
        Some(Init::Parens(args, _)) => {
            let _ = write!(out, "({})", list_text(args));
        }
        Some(Init::Braces(value)) => out.push_str(&expr_text(value)),
    }
    out
}

fn enum_text(made: &Enum) -> String {
    let mut out = String::from(if made.scoped { "enum class " } else { "enum " });
    out.push_str(&made.name.text);
    if let Some(underlying) = &made.underlying {
        let _ = write!(out, " : {}", type_name(underlying));
    }
    if let Some(values) = &made.values {
        let values: Vec<_> = values
            .iter()
            .map(|one| match &one.value {
                Some(value) => format!("{} = {}", one.name.text, expr_text(value)),
                None => one.name.text.to_string(),
            })
            .collect();
        let _ = write!(out, " {{ {} }}", values.join(", "));
    }
    out
}

fn member_init(init: &MemberInit) -> String {
    match init.braces {
        true => format!("{}{{{}}}", path(&init.name), list_text(&init.args)),
        false => format!("{}({})", path(&init.name), list_text(&init.args)),
    }
}

fn template_param(param: &TemplateParam) -> String {
    let pack = if param.pack { "..." } else { "" };
    let name = param.name.as_ref().map_or("", |name| &*name.text);
    let concept = param.concept.as_ref().map(|of| path(&of.written));
    match &param.kind {
        TemplateParamKind::Type(default) => {
            let word = concept.as_deref().unwrap_or("typename");
            let default = default.as_ref().map_or(String::new(), |default| {
                format!(" = {}", type_name(default))
            });
            format!("{word}{pack} {name}{default}")
        }
        TemplateParamKind::Value(ty, default) => {
            let concept = concept.map_or(String::new(), |concept| concept + " ");
            let mut out = concept + &declaration(ty, format!("{pack}{name}"));
            if let Some(default) = default {
                let _ = write!(out, " = {}", expr_text(default));
            }
            out
        }
        TemplateParamKind::Template(params, default) => {
            let default = default
                .as_ref()
                .map_or(String::new(), |default| format!(" = {}", path(default)));
            let params = template_params(params);
            format!("template<{params}> class{pack} {name}{default}")
        }
    }
}

fn template_params(params: &[TemplateParam]) -> String {
    let written = params.iter().filter(|param| !param.is_invented());
    let params: Vec<_> = written.map(template_param).collect();
    params.join(", ")
}

fn params_text(params: &[Param], variadic: bool) -> String {
    let mut out: Vec<_> = params
        .iter()
        .map(|param| {
            let name = param.name.as_ref().map_or("", |name| &*name.text);
            let pack = if param.pack { "..." } else { "" };
            let mut out = specifiers(&param.specifiers);
            out.push_str(&declaration(&param.ty, format!("{pack}{name}")));
            if let Some(default) = &param.default {
                let _ = write!(out, " = {}", expr_text(default));
            }
            out
        })
        .collect();
    if variadic {
        out.push("...".to_string());
    }
    out.join(", ")
}

/// A type around a declarator, inside out.
fn declaration(ty: &TypeExpr, inner: String) -> String {
    let cv = cv_text(ty.cv);
    let grouped = |target: &TypeExpr, inner: String| {
        let needs = matches!(target.kind, TypeKind::Array(..) | TypeKind::Function(..));
        if needs { format!("({inner})") } else { inner }
    };
    let base = match &ty.kind {
        TypeKind::Pointer(target) => {
            return declaration(target, grouped(target, format!("*{cv}{inner}")));
        }
        TypeKind::LRef(target) => return declaration(target, grouped(target, format!("&{inner}"))),
        TypeKind::RRef(target) => {
            return declaration(target, grouped(target, format!("&&{inner}")));
        }
        TypeKind::Array(element, length) => {
            let length = length
                .as_ref()
                .map_or(String::new(), |length| expr_text(length));
            return declaration(element, format!("{inner}[{length}]"));
        }
        TypeKind::Function(function) => {
            let params = params_text(&function.params, function.variadic);
            let after = if function.is_const { " const" } else { "" };
            return declaration(&function.result, format!("{inner}({params}){after}"));
        }
        TypeKind::Builtin(builtin) => builtin.as_str().to_string(),
        TypeKind::Named(name) => path(name),
        TypeKind::Auto => "auto".to_string(),
        TypeKind::Decltype(inner) | TypeKind::Bare(inner) => {
            format!("decltype({})", expr_text(inner))
        }
        TypeKind::DecltypeAuto => "decltype(auto)".to_string(),
        TypeKind::Inside(made) => format!("{}::{}", type_name(&made.0), path(&made.1)),
        TypeKind::Expand(of) => return format!("{}...{inner}", type_name(of)),
        TypeKind::MemberPointer(made) => {
            let (of, target) = &**made;
            let inner = format!("{}::*{inner}", path(of));
            return declaration(target, grouped(target, inner));
        }
        TypeKind::Error => "/* error */".to_string(),
    };
    let blank = if inner.is_empty() { "" } else { " " };
    format!("{cv}{base}{blank}{inner}")
}

fn cv_text(cv: Cv) -> String {
    let mut out = String::new();
    for (is, word) in [
        (cv.is_const, "const "),
        (cv.is_volatile, "volatile "),
        (cv.is_restrict, "__restrict__ "),
    ] {
        if is {
            out.push_str(word);
        }
    }
    out
}

fn path(path: &Path) -> String {
    let segments: Vec<_> = path.segments.iter().map(segment).collect();
    format!(
        "{}{}",
        if path.global { "::" } else { "" },
        segments.join("::")
    )
}

fn segment(segment: &Segment) -> String {
    let args = segment.args.as_deref().map_or(String::new(), template_args);
    if segment.name.text.starts_with(INVENTED) {
        return "auto".to_string();
    }
    format!("{}{args}", segment.name.text)
}

fn template_args(args: &[TemplateArg]) -> String {
    let args: Vec<_> = args
        .iter()
        .map(|arg| match arg {
            TemplateArg::Type(ty) => type_name(ty),
            TemplateArg::Expr(value) => expr_text(value),
        })
        .collect();
    format!("<{}>", args.join(", "))
}

fn list_text(list: &[Expr]) -> String {
    list.iter().map(expr_text).collect::<Vec<_>>().join(", ")
}
