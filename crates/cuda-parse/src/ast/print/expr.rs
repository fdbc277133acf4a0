//! Expressions written out again, and the pieces that stand in them: literals, lambdas, operands of `asm`.
//! The rule: as `print.rs`; parentheses are in the tree, none are added.

use std::fmt::Write as _;

use super::*;

pub(super) fn expr_text(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Int(literal) => int_text(*literal),
        ExprKind::Float(literal) => float_text(*literal),
        ExprKind::Char(code) => char_text(*code),
        ExprKind::Str(bytes) => quoted(bytes),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Nullptr => "nullptr".to_string(),
        ExprKind::Null => "__null".to_string(),
        ExprKind::This => "this".to_string(),
        ExprKind::Name(name) => path(name),
        ExprKind::Inside(made) => format!("{}::{}", type_name(&made.0), path(&made.1)),
        ExprKind::Paren(inner) => format!("({})", expr_text(inner)),
        ExprKind::Unary(op, inner) => unary_text(*op, &expr_text(inner)),
        ExprKind::PostStep(up, inner) => {
            format!("{}{}", expr_text(inner), if *up { "++" } else { "--" })
        }
        ExprKind::Binary(BinaryOp::Comma, a, b, _) => format!("{}, {}", expr_text(a), expr_text(b)),
        ExprKind::Binary(op, a, b, _) => {
            format!("{} {} {}", expr_text(a), op.as_str(), expr_text(b))
        }
        ExprKind::Assign(op, a, b, _) => {
            let op = op.map_or("", BinaryOp::as_str);
            format!("{} {op}= {}", expr_text(a), expr_text(b))
        }
        ExprKind::Conditional(parts) => {
            let [c, a, b] = &**parts;
            format!("{} ? {} : {}", expr_text(c), expr_text(a), expr_text(b))
        }
        ExprKind::Call(callee, args) => format!("{}({})", expr_text(callee), list_text(args)),
        ExprKind::Launch(launch) => format!(
            "{}<<<{}>>>({})",
            expr_text(&launch.kernel),
            list_text(&launch.config),
            list_text(&launch.args)
        ),
        ExprKind::Index(base, index) => format!("{}[{}]", expr_text(base), expr_text(index)),
        ExprKind::Member(member) => {
            let dot = if member.arrow { "->" } else { "." };
            let qualifier = member.qualifier.as_ref();
            format!(
                "{}{dot}{}{}",
                object_text(&member.base),
                qualifier.map_or(String::new(), |named| path(named) + "::"),
                segment(&member.member)
            )
        }
        ExprKind::PointedMember(m) => pointed_text(m),
        ExprKind::Cast(style, ty, inner) => cast_text(*style, ty, &expr_text(inner)),
        ExprKind::Construct(made) => {
            let args = items_text(&made.args);
            let ty = match made.ty.kind {
                TypeKind::Builtin(Builtin::UInt) => "unsigned".to_string(), // one word only
                // Only a name stands before braces; the rest as C's compound literals have it.
                TypeKind::Builtin(_) | TypeKind::Pointer(_)
                    if made.braces && type_name(&made.ty).contains([' ', '*']) =>
                {
                    format!("({})", type_name(&made.ty))
                }
                _ => type_name(&made.ty),
            };
            if made.braces {
                format!("{ty}{{{args}}}")
            } else {
                format!("{ty}({args})")
            }
        }
        ExprKind::Braces(items) => format!("{{{}}}", items_text(items)),
        ExprKind::SizeofType(ty) => format!("sizeof({})", type_name(ty)),
        ExprKind::SizeofExpr(inner) => format!("sizeof {}", expr_text(inner)),
        ExprKind::TypeidType(ty) => format!("typeid({})", type_name(ty)),
        ExprKind::TypeidExpr(inner) => format!("typeid({})", expr_text(inner)),
        ExprKind::Alignof(ty) => format!("alignof({})", type_name(ty)),
        ExprKind::Lambda(lambda) => lambda_text(lambda),
        ExprKind::New(made) => new_text(made),
        ExprKind::Delete(array, inner) => {
            let brackets = if *array { "[]" } else { "" };
            format!("delete{brackets} {}", expr_text(inner))
        }
        ExprKind::Throw(None) => "throw".to_string(),
        ExprKind::Throw(Some(inner)) => format!("throw {}", expr_text(inner)),
        ExprKind::Expand(inner) => format!("{}...", expr_text(inner)),
        ExprKind::SizeofPack(name) => format!("sizeof...({})", name.text),
        ExprKind::Fold(fold) => fold_text(fold),
        ExprKind::Requires(made) => requires_text(made),
        ExprKind::Suffixed(literal, suffix) => format!("{}{}", expr_text(literal), suffix.text),
        ExprKind::Unmodelled(what) => format!("/* not modelled: {what} */"),
        ExprKind::Error => "/* error */".to_string(),
    }
}

fn fold_text(fold: &Fold) -> String {
    let op = fold.op.as_str();
    let left = fold.left.as_ref();
    let left = left.map_or(String::new(), |e| format!("{} {op} ", expr_text(e)));
    let right = fold.right.as_ref();
    let right = right.map_or(String::new(), |e| format!(" {op} {}", expr_text(e)));
    format!("({left}...{right})")
}

fn requires_text(made: &Requires) -> String {
    let ask = |ask: &Requirement| match ask {
        Requirement::Expr(e) => format!("{}; ", expr_text(e)),
        Requirement::Type(t) => format!("typename {}; ", type_name(t)),
        Requirement::Holds(e) => format!("requires {}; ", expr_text(e)),
    };
    let params = match made.params.is_empty() {
        true => String::new(),
        false => format!("({}) ", params_text(&made.params, false)),
    };
    let asks: String = made.asks.iter().map(ask).collect();
    format!("requires {params}{{ {asks}}}")
}

/// `- -x` must not become `--x`.
fn unary_text(op: UnaryOp, inner: &str) -> String {
    let op = op.as_str();
    let blank = if inner.starts_with(&op[..1]) { " " } else { "" };
    format!("{op}{blank}{inner}")
}

fn cast_text(style: CastStyle, ty: &TypeExpr, inner: &str) -> String {
    let word = match style {
        CastStyle::C => return format!("({}){inner}", type_name(ty)),
        CastStyle::Static => "static_cast",
        CastStyle::Reinterpret => "reinterpret_cast",
        CastStyle::Const => "const_cast",
        CastStyle::Dynamic => "dynamic_cast",
    };
    format!("{word}<{}>({inner})", type_name(ty))
}

fn items_text(items: &[BraceItem]) -> String {
    let items: Vec<_> = items
        .iter()
        .map(|item| match &item.designator {
            Some(name) => format!(".{} = {}", name.text, expr_text(&item.value)),
            None => expr_text(&item.value),
        })
        .collect();
    items.join(", ")
}

fn int_text(literal: IntLiteral) -> String {
    let unsigned = if literal.unsigned { "u" } else { "" };
    let longs = "l".repeat(literal.longs as usize);
    match literal.decimal {
        true => format!("{}{unsigned}{longs}", literal.value),
        false => format!("{:#x}{unsigned}{longs}", literal.value),
    }
}

/// The shortest digits that round to the same value in the literal's own type.
fn float_text(literal: FloatLiteral) -> String {
    match literal.single {
        true => format!("{:?}f", literal.value as f32),
        false => format!("{:?}", literal.value),
    }
}

fn char_text(code: u32) -> String {
    match code {
        0x20..=0x7e if code != 0x27 && code != 0x5c => format!("'{}'", char::from(code as u8)),
        0..=0xff => format!("'\\x{code:02x}'"),
        _ => format!("'\\U{code:08x}'"),
    }
}

pub(super) fn quoted(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for byte in bytes {
        match byte {
            b'"' | b'\\' => {
                out.push('\\');
                out.push(char::from(*byte));
            }
            0x20..=0x7e => out.push(char::from(*byte)),
            _ => {
                let _ = write!(out, "\\{byte:03o}");
            }
        }
    }
    out.push('"');
    out
}

pub(super) fn asm_text(asm: &Asm) -> String {
    let operands = |list: &[AsmOperand]| {
        let list: Vec<_> = list
            .iter()
            .map(|one| {
                format!(
                    "{}({})",
                    quoted(one.constraint.as_bytes()),
                    expr_text(&one.expr)
                )
            })
            .collect();
        list.join(", ")
    };
    let volatile = if asm.is_volatile { " volatile" } else { "" };
    let clobbers: Vec<_> = asm
        .clobbers
        .iter()
        .map(|one| quoted(one.as_bytes()))
        .collect();
    format!(
        "asm{volatile}({} : {} : {} : {});",
        quoted(asm.template.as_bytes()),
        operands(&asm.outputs),
        operands(&asm.inputs),
        clobbers.join(", ")
    )
}

fn lambda_text(lambda: &Lambda) -> String {
    let captures: Vec<_> = lambda
        .captures
        .iter()
        .map(|capture| match capture {
            Capture::AllByValue => "=".to_string(),
            Capture::AllByReference => "&".to_string(),
            Capture::Value(name) => name.text.to_string(),
            Capture::Reference(name) => format!("&{}", name.text),
            Capture::Init(name, value) => format!("{} = {}", name.text, expr_text(value)),
            Capture::RefInit(name, value) => format!("&{} = {}", name.text, expr_text(value)),
            Capture::Pack(name, by_reference) => {
                format!("{}{}...", if *by_reference { "&" } else { "" }, name.text)
            }
            Capture::This => "this".to_string(),
            Capture::ThisCopy => "*this".to_string(),
        })
        .collect();
    let function = &lambda.function;
    let result = match function.result.kind {
        TypeKind::Auto => String::new(),
        _ => format!(" -> {}", type_name(&function.result)),
    };
    let template = match template_params(&lambda.template) {
        none if none.is_empty() => none,
        params => format!("<{params}>"),
    };
    let mutable = if function.is_const { "" } else { " mutable" };
    let mut body = Printer::default();
    if let FunctionBody::Block(block) = &function.body {
        body.braced("", block);
    }
    format!(
        "[{}]{template} {}({}){mutable}{result} {}",
        captures.join(", "),
        specifiers(&function.specifiers),
        params_text(&function.params, false),
        body.text.trim_end()
    )
}

fn new_text(made: &New) -> String {
    let placement = match made.placement.as_slice() {
        [] => String::new(),
        list => format!("({}) ", list_text(list)),
    };
    let count = made
        .count
        .as_ref()
        .map_or(String::new(), |count| format!("[{}]", expr_text(count)));
    let init = match &made.init {
        None => String::new(),
        Some((list, true)) => format!("{{{}}}", list_text(list)),
        Some((list, false)) => format!("({})", list_text(list)),
    };
    format!("new {placement}{}{count}{init}", type_name(&made.ty))
}

/// `auto &[a, b] = e`.
pub(super) fn binding_text(variable: &Variable, names: &[Ident]) -> String {
    let names: Vec<_> = names.iter().map(|name| &*name.text).collect();
    let named = Variable {
        name: Ident {
            text: format!("[{}]", names.join(", ")).into(),
            span: variable.name.span,
        },
        ..variable.clone()
    };
    variable_text(&named)
}

fn pointed_text(m: &crate::ast::PointedMember) -> String {
    let dot = if m.arrow { "->*" } else { ".*" };
    format!("{}{dot}{}", object_text(&m.object), expr_text(&m.pointer))
}

/// What stands before a `.`: a number keeps apart from it, or the two would be one.
fn object_text(object: &Expr) -> String {
    match object.kind {
        ExprKind::Int(_) | ExprKind::Float(_) => expr_text(object) + " ",
        _ => expr_text(object),
    }
}
