//! How the tables of built-in functions write types: one letter each.
//! In: a row's signature (`result:parameters`) and what `T` stands for in it; out: one overload.
//! The rule: `*` makes the next letter a pointer to it, `?` lets the one before be left out, `T` and `F` are the type
//! that the row is for.
//! Next: table.rs for the rows, builtin.rs which asks for this.

use super::{Builtin, Overload};
use crate::ty::{Qualified, Scalar, Type};

pub(super) fn expand(signature: &str, t: char, real: bool, what: Builtin) -> Overload {
    let (result, list) = signature.split_once(':').unwrap_or(("v", signature));
    let mut params = Vec::new();
    let (mut required, mut pointer) = (0, false);
    for letter in list.chars() {
        match letter {
            '*' => pointer = true,
            '?' => required -= 1,
            _ => {
                let ty = of_letter(letter, t);
                params.push(if pointer {
                    Type::pointer_to(Qualified::plain(ty))
                } else {
                    ty
                });
                required += 1;
                pointer = false;
            }
        }
    }
    let result = result
        .chars()
        .next()
        .map_or(Type::Void, |letter| of_letter(letter, t));
    Overload {
        params,
        required,
        result,
        real,
        what,
    }
}

fn of_letter(letter: char, t: char) -> Type {
    let letter = if matches!(letter, 'T' | 'F') {
        t
    } else {
        letter
    };
    let scalar = match letter {
        'b' => Scalar::Bool,
        'i' => Scalar::Int,
        'u' => Scalar::UInt,
        'l' => Scalar::Long,
        'L' => Scalar::ULong,
        'j' => Scalar::LongLong,
        'J' => Scalar::ULongLong,
        'f' => Scalar::Float,
        'd' => Scalar::Double,
        'h' => Scalar::UShort,
        'c' => Scalar::UChar,
        'p' => {
            return Type::pointer_to(Qualified {
                constant: true,
                ..Qualified::plain(Type::Void)
            });
        }
        'P' => return Type::pointer_to(Qualified::plain(Type::Void)),
        _ => return Type::Void,
    };
    Type::Scalar(scalar)
}
