//! A source document's stated times against the sums of their parts.
//!
//! A tier against its tasks, a lab and a tutorial against their timed lists; the study plan comes with its own sum. A
//! difference is a warning: the course computes such numbers.

use super::super::grammar::{self, Kind, Node};
use super::super::minutes;
use super::super::model::Minutes;
use super::super::outline::inlines;
use super::finder::Reader;

impl Reader<'_> {
    /// Stated times against the sums of what they are made of.
    pub fn times(&mut self) {
        for (at, node) in self.nodes.iter().enumerate() {
            let sum = match node.kind {
                Kind::Tier => self.sum_of_tasks(at),
                Kind::Lab | Kind::Tutorial => self.sum_of_entries(node),
                _ => continue,
            };
            let stated = self
                .field(node, "Time")
                .or_else(|| self.field(node, "Duration"));
            if let Some((stated, at)) = stated {
                self.sum(at, stated, sum);
            }
        }
    }

    fn sum_of_tasks(&self, tier: usize) -> Minutes {
        let next = self.nodes[tier + 1..]
            .iter()
            .position(|n| n.kind == Kind::Tier);
        let end = next.map_or(self.nodes.len(), |n| tier + 1 + n);
        let tasks = self.nodes[tier..end]
            .iter()
            .filter(|n| n.kind == Kind::Task);
        tasks
            .filter_map(|n| self.field(n, "Time"))
            .fold(Minutes::default(), |sum, (time, _)| sum.plus(time))
    }

    fn sum_of_entries(&self, node: &Node) -> Minutes {
        let lists = grammar::labelled_lists(self.outline.under(Some(node.head)));
        let entries = lists.iter().flat_map(|(_, _, entries)| entries.iter());
        let times = entries.filter_map(|entry| {
            let text = entry.lead.text();
            let inside = text.rsplit_once('(').map(|(_, inside)| inside)?;
            minutes::parse(inside.split(')').next().unwrap_or_default()).map(|(m, _)| m)
        });
        times.fold(Minutes::default(), Minutes::plus)
    }

    fn field(&self, node: &Node, label: &str) -> Option<(Minutes, usize)> {
        let mut found = None;
        inlines(self.outline.under(Some(node.head)), &mut |inline| {
            for field in inline.fields().into_iter().filter(|f| f.label == label) {
                found = found.or(minutes::parse(&field.value).map(|(m, _)| (m, field.at)));
            }
        });
        found
    }

    pub fn sum(&mut self, at: usize, stated: Minutes, sum: Minutes) {
        if !sum.is_unknown() && stated != sum {
            let message = format!("the stated time {stated} is not the sum of its parts, {sum}");
            self.doc.warnings.push(self.problem(at, message));
        }
    }
}
