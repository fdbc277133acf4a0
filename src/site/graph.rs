//! What builds on what, drawn: the prerequisites of a part's pages, or of the course's modules, as SVG and as a list.
//!
//! Ids and whether they exist are the content model's to check; here the graph is known to have no circle. A thing stands one
//! row below the lowest of those it needs, and a need that follows from others is not drawn.

use std::fmt::Write as _;

use sorted::{SortedMap, SortedSet};

use super::highlight::escape;
use super::link::LinkedSite;
use super::map::{Shows, Stop};

const WIDTH: f64 = 216.0;
/// Of a box whose title is one line; each further line adds `LINE`.
const HEIGHT: f64 = 48.0;
const LINE: f64 = 17.0;
const ACROSS: f64 = 28.0;
const DOWN: f64 = 34.0;
const MARGIN: f64 = 30.0;
/// Characters of a title that fit into a line of a box.
const FITS: usize = 25;
/// Lines of a title that a box has room for.
const LINES: usize = 2;
/// The most boxes that one picture has.
const MOST: usize = 60;

/// A box: what stands in it, where it leads.
struct Node {
    label: String,
    title: String,
    url: String,
    /// The nodes that it needs, by their places; each comes earlier or later in the list.
    needs: SortedSet<usize>,
}

/// The lessons and tiers of a part; empty when none needs another.
pub(super) fn of_part(site: &LinkedSite, part: usize, root: &str) -> String {
    let is_node = |stop: &&Stop| {
        stop.part == Some(part) && matches!(stop.shows, Shows::Lesson(_) | Shows::Tier(_))
    };
    let stops: Vec<&Stop> = site.map.stops.iter().filter(is_node).collect();
    let places: SortedMap<&str, usize> = stops
        .iter()
        .enumerate()
        .map(|(at, stop)| (stop.url.as_str(), at))
        .collect();
    let node = |(at, stop): (usize, &&Stop)| {
        let page = super::pages::page_of(site, stop);
        let ids = page.map(|page| page.front.requires.as_slice());
        let needs = ids.unwrap_or_default().iter();
        let needs = needs
            .filter_map(|id| places.get(site.map.ids.get(id)?.url.as_str()).copied())
            .filter(|need| *need != at)
            .collect();
        Node {
            label: stop.label.clone(),
            title: stop.title.clone(),
            url: format!("{root}{}", stop.url),
            needs,
        }
    };
    drawn(stops.iter().enumerate().map(node).collect())
}

/// The modules of the course; empty when none needs another.
pub(super) fn of_course(site: &LinkedSite, root: &str) -> String {
    let modules: Vec<_> = site.course.modules().map(|(_, module)| module).collect();
    let home = |url: &str| {
        let stop = site.map.at(url)?;
        let (part, module) = (stop.part?, stop.module?);
        let before = site.course.parts.iter().take(part);
        Some(before.map(|part| part.modules.len()).sum::<usize>() + module)
    };
    let mut nodes: Vec<Node> = modules
        .iter()
        .map(|module| Node {
            label: format!("Module {}", module.number),
            title: module.title.clone(),
            url: format!("{root}{}", site.course.page(module.page).url),
            needs: SortedSet::new(),
        })
        .collect();
    for page in &site.course.pages {
        let Some(at) = home(&page.url).filter(|at| *at < nodes.len()) else {
            continue;
        };
        let asked = page.front.requires.iter();
        let needs = asked.filter_map(|id| home(&site.map.ids.get(id)?.url));
        let needs: Vec<usize> = needs.filter(|need| *need != at).collect();
        nodes[at].needs.extend(needs);
    }
    drawn(nodes)
}

/// The picture and the list, without what neither needs nor is needed.
fn drawn(nodes: Vec<Node>) -> String {
    let needed: SortedSet<usize> = nodes.iter().flat_map(|node| node.needs.clone()).collect();
    let kept: Vec<usize> = (0..nodes.len())
        .filter(|at| !nodes[*at].needs.is_empty() || needed.contains(at))
        .collect();
    if kept.is_empty() || kept.len() > MOST {
        return String::new();
    }
    let place = |old: &usize| kept.binary_search(old).ok();
    let nodes: Vec<Node> = nodes
        .into_iter()
        .enumerate()
        .filter(|(at, _)| kept.contains(at))
        .map(|(_, node)| Node {
            needs: node.needs.iter().filter_map(place).collect(),
            ..node
        })
        .collect();
    let Some(rows) = rows(&nodes) else {
        return String::new();
    };
    let mut html = String::from(
        "<figure class=\"graph\"><div class=\"graph-picture\" role=\"group\" aria-label=\"What builds on what\" tabindex=\"0\">\n",
    );
    svg(&mut html, &nodes, &rows);
    html.push_str("</div>\n<details><summary>The same as a list</summary>\n<ul>\n");
    for node in nodes.iter().filter(|node| !node.needs.is_empty()) {
        let needs: Vec<String> = node
            .needs
            .iter()
            .map(|need| escape(&nodes[*need].title))
            .collect();
        let _ = writeln!(
            html,
            "<li>{} needs {}</li>",
            escape(&node.title),
            needs.join(", ")
        );
    }
    html.push_str("</ul></details></figure>\n");
    html
}

/// The row of each node; none where nodes of two modules need one another, though no page needs itself.
fn rows(nodes: &[Node]) -> Option<Vec<usize>> {
    let mut rows = vec![0; nodes.len()];
    for _ in 0..=nodes.len() {
        let mut changed = false;
        for (at, node) in nodes.iter().enumerate() {
            let lowest = node.needs.iter().map(|need| rows[*need] + 1).max();
            if let Some(row) = lowest.filter(|row| *row > rows[at]) {
                rows[at] = row;
                changed = true;
            }
        }
        if !changed {
            return Some(rows);
        }
    }
    None
}

/// Whether `from` is needed by `to` by way of others as well.
fn follows(nodes: &[Node], from: usize, to: usize) -> bool {
    fn reaches(nodes: &[Node], at: usize, wanted: usize, seen: &mut SortedSet<usize>) -> bool {
        nodes[at].needs.iter().any(|need| {
            *need == wanted || (seen.insert(*need) && reaches(nodes, *need, wanted, seen))
        })
    }
    let others = nodes[to].needs.iter().filter(|need| **need != from);
    let mut seen = SortedSet::new();
    let mut others = others.copied();
    others.any(|other| reaches(nodes, other, from, &mut seen))
}

fn svg(html: &mut String, nodes: &[Node], rows: &[usize]) {
    let mut columns: Vec<usize> = vec![0; rows.iter().max().map_or(0, |most| most + 1)];
    let mut places = Vec::with_capacity(nodes.len());
    for row in rows {
        places.push((columns[*row], *row));
        columns[*row] += 1;
    }
    let widest = columns.iter().copied().max().unwrap_or(1) as f64;
    let width = 2.0 * MARGIN + widest * WIDTH + (widest - 1.0) * ACROSS;
    let titles: Vec<Vec<String>> = nodes.iter().map(|node| fitting(&node.title)).collect();
    let lines = titles.iter().map(Vec::len).max().unwrap_or(1);
    let tall = HEIGHT + LINE * (lines.max(1) - 1) as f64;
    let height = columns.len() as f64 * (tall + DOWN) - DOWN + 8.0;
    // Each row stands in the middle.
    let corner = |at: usize| {
        let (column, row) = places[at];
        let free = (widest - columns[row] as f64) * (WIDTH + ACROSS) / 2.0;
        let x = MARGIN + free + column as f64 * (WIDTH + ACROSS);
        (x, 4.0 + row as f64 * (tall + DOWN))
    };
    let _ = writeln!(
        html,
        "<svg viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\">"
    );
    for (to, node) in nodes.iter().enumerate() {
        for &from in node.needs.iter().filter(|from| !follows(nodes, **from, to)) {
            let ((x1, y1), (x2, y2)) = (corner(from), corner(to));
            let (x1, y1, x2) = (x1 + WIDTH / 2.0, y1 + tall, x2 + WIDTH / 2.0);
            if rows[to] == rows[from] + 1 {
                let bend = y1 + DOWN / 2.0;
                let _ = write!(
                    html,
                    "<path d=\"M{x1:.0} {y1:.0}C{x1:.0} {bend:.0} {x2:.0} {bend:.0} {x2:.0} {y2:.0}\"/>"
                );
            } else {
                // Past the rows between, on the left of the boxes.
                let (x1, x2) = (x1 - WIDTH / 2.0, x2 - WIDTH / 2.0);
                let (y1, y2) = (y1 - tall / 2.0, y2 + tall / 2.0);
                let side = x1.min(x2) - MARGIN;
                let _ = write!(
                    html,
                    "<path d=\"M{x1:.0} {y1:.0}C{side:.0} {y1:.0} {side:.0} {y2:.0} {x2:.0} {y2:.0}\"/>"
                );
            }
        }
    }
    html.push('\n');
    for (at, node) in nodes.iter().enumerate() {
        let (x, y) = corner(at);
        let left = x + 12.0;
        let _ = write!(
            html,
            "<a href=\"{}\"><title>{}</title><rect x=\"{x:.0}\" y=\"{y:.0}\" width=\"{WIDTH}\" height=\"{tall}\" rx=\"8\"/><text class=\"graph-label\" x=\"{left:.0}\" y=\"{:.0}\">{}</text>",
            escape(&node.url),
            escape(&node.title),
            y + 19.0,
            escape(&node.label)
        );
        for (line, text) in titles[at].iter().enumerate() {
            let y = y + 37.0 + LINE * line as f64;
            let _ = write!(
                html,
                "<text x=\"{left:.0}\" y=\"{y:.0}\">{}</text>",
                escape(text)
            );
        }
        html.push_str("</a>\n");
    }
    html.push_str("</svg>\n");
}

/// A title in lines that fit into a box, broken between words; what has no room ends in `…`.
fn fitting(title: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in title.split_whitespace() {
        let room = lines
            .last()
            .map_or(0, |line| FITS.saturating_sub(line.chars().count() + 1));
        let fits = word.chars().count() <= room;
        match lines.last_mut() {
            Some(line) if fits => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    let over = lines.len() > LINES;
    lines.truncate(LINES);
    let last = lines.len().saturating_sub(1);
    for (at, line) in lines.iter_mut().enumerate() {
        if line.chars().count() > FITS || (over && at == last) {
            let kept: String = line.chars().take(FITS - 1).collect();
            *line = format!("{}…", kept.trim_end());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(title: &str, needs: &[usize]) -> Node {
        Node {
            label: "Lesson".to_owned(),
            title: title.to_owned(),
            url: format!("{title}/"),
            needs: needs.iter().copied().collect(),
        }
    }

    #[test]
    fn a_need_that_follows_from_others_is_not_drawn() {
        let nodes = vec![
            node("a", &[]),
            node("b", &[0]),
            node("c", &[0, 1]),
            node("alone", &[]),
        ];
        assert_eq!(rows(&nodes).unwrap(), [0, 1, 2, 0]);
        assert!(follows(&nodes, 0, 2) && !follows(&nodes, 1, 2));
        let html = drawn(nodes);
        assert_eq!(html.matches("<path").count(), 2, "{html}");
        assert_eq!(
            html.matches("<rect").count(),
            3,
            "what stands alone is left out"
        );
        assert!(html.contains("<li>c needs a, b</li>"));
    }

    #[test]
    fn a_title_is_broken_between_words() {
        assert_eq!(fitting("Threads"), ["Threads"]);
        assert_eq!(
            fitting("A real kernel: rotary embedding"),
            ["A real kernel: rotary", "embedding"]
        );
        let long = fitting("one title that is so long that no box of two lines can hold it whole");
        assert_eq!((long.len(), long[1].ends_with('…')), (2, true), "{long:?}");
        assert!(
            long.iter().all(|line| line.chars().count() <= FITS),
            "{long:?}"
        );
    }

    #[test]
    fn what_needs_itself_by_a_way_round_is_not_drawn() {
        assert_eq!(drawn(vec![node("a", &[1]), node("b", &[0])]), "");
        assert_eq!(drawn(vec![node("a", &[]), node("b", &[])]), "");
    }
}
