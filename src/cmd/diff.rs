//! `course diff`: two attempts at a lab side by side. Their numbers go in; what the text of one has that the other's has not, and the
//! checks and counts that differ, come out. Nothing is judged again.
//!
//! The rule: without numbers the newest is compared with the last one before it that had another text.

use crate::cli::{DiffArgs, Format};
use crate::cmd::history::{moment, text_of};
use crate::config::Config;
use crate::exit::{Exit, Failure};
use crate::store::Moment;
use crate::tell;
use crate::tell::diff::{self as told, Side};
use crate::tell::paint::Paint;

/// Runs `course diff`.
///
/// # Errors
/// When the lab or an attempt is unknown, there are not two of them, or the store cannot be read.
pub fn run(config: &Config, args: DiffArgs) -> Result<Exit, Failure> {
    let lab = config.labs.find(&args.lab)?;
    let store = super::open_store(config)?;
    let history = store.history(lab.id)?;
    let number = |typed: &Option<String>| {
        let typed = typed.as_deref()?;
        let of_lab = typed
            .strip_prefix(lab.id)
            .and_then(|rest| rest.strip_prefix('@'));
        Some(of_lab.unwrap_or(typed).to_owned())
    };
    let to = match number(&args.to) {
        Some(number) => Some(moment(&history, lab.id, &number)?),
        None => history.last(),
    };
    let from = match number(&args.from) {
        Some(number) => Some(moment(&history, lab.id, &number)?),
        None => to.and_then(|to| before(&history, to)),
    };
    let (Some(from), Some(to)) = (from, to) else {
        let tried = match history.len() {
            0 => "is not tried yet".to_owned(),
            n => format!(
                "has {n} attempt{}, all of one text",
                if n == 1 { "" } else { "s" }
            ),
        };
        return Err(
            Failure::wrong_use(format!("`{}` {tried}: two are needed to compare", lab.id))
                .help(format!("`course check {}` makes an attempt", lab.id)),
        );
    };
    let side = |moment| -> Result<Side<'_>, Failure> {
        Ok(Side {
            text: text_of(&store, lab.id, moment)?,
            moment,
        })
    };
    let (from, to) = (side(from)?, side(to)?);
    match args.report.format {
        Format::Json => tell::json(&told::json(lab.id, &from, &to)),
        Format::Human => {
            let paint = Paint::stdout(config.colour);
            tell::theirs(&told::text(paint, lab.id, &from, &to));
        }
    }
    Ok(Exit::Pass)
}

/// The last moment before another that had another text.
fn before<'h>(history: &'h [Moment], than: &Moment) -> Option<&'h Moment> {
    let earlier = history.iter().filter(|moment| moment.number < than.number);
    earlier.rev().find(|moment| moment.hash != than.hash)
}
