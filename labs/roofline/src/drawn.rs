//! What a picture shows: the text of an SVG in, the corners of its line and the centres of its circles out.
//! The rule: only elements and attributes count, so that any spacing, order and decoration is right.

/// A place in a picture.
pub(crate) type Spot = (f64, f64);

/// The elements of a name, each as the text of its tag.
fn tags<'a>(svg: &'a str, name: &str) -> Vec<&'a str> {
    let pieces = svg.split('<').skip(1);
    let named = pieces.filter_map(|piece| {
        let rest = piece.strip_prefix(name)?;
        let whole = rest.starts_with(|c: char| c.is_whitespace() || c == '/' || c == '>');
        whole.then(|| rest.split('>').next().unwrap_or_default())
    });
    named.collect()
}

/// An attribute's value, in either kind of quotes.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    for quote in ['"', '\''] {
        let begin = format!(" {name}={quote}");
        let found = tag.find(&begin).map(|at| &tag[at + begin.len()..]);
        if let Some(rest) = found {
            return rest.split(quote).next();
        }
    }
    None
}

/// The corners of the first `polyline`, as numbers.
pub(crate) fn line(svg: &str) -> Option<Vec<Spot>> {
    let tag = tags(svg, "polyline").first().copied()?;
    let numbers: Option<Vec<f64>> = attribute(tag, "points")?
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter(|number| !number.is_empty())
        .map(|number| number.parse().ok())
        .collect();
    let numbers = numbers?;
    Some(
        numbers
            .chunks_exact(2)
            .map(|pair| (pair[0], pair[1]))
            .collect(),
    )
}

/// The centres of all circles; `None` if one has none.
pub(crate) fn circles(svg: &str) -> Option<Vec<Spot>> {
    let centre = |tag: &&str| {
        let number = |name| attribute(tag, name)?.trim().parse::<f64>().ok();
        Some((number("cx")?, number("cy")?))
    };
    tags(svg, "circle").iter().map(centre).collect()
}

/// Whether two lists of places agree to the second decimal.
pub(crate) fn same(found: &[Spot], right: &[Spot]) -> bool {
    let close = |a: f64, b: f64| (a - b).abs() < 0.006;
    let pairs = found.iter().zip(right);
    found.len() == right.len()
        && pairs
            .into_iter()
            .all(|(a, b)| close(a.0, b.0) && close(a.1, b.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_read_whatever_its_spacing() {
        let svg = "<svg>\n<polyline\n points='1,2 3.50,4\t5 6' fill=\"none\"/><circle r=\"1\" cy=\"2\" cx=\"1.25\"></circle></svg>";
        let svg = svg.replace("\n points", " points");
        assert_eq!(line(&svg), Some(vec![(1.0, 2.0), (3.5, 4.0), (5.0, 6.0)]));
        assert_eq!(circles(&svg), Some(vec![(1.25, 2.0)]));
        assert_eq!(circles("<circle cx=\"NaN\"/>"), None);
        assert_eq!(line("<svg/>"), None);
    }

    #[test]
    fn places_agree_to_two_decimals() {
        assert!(same(&[(1.0, 2.0)], &[(1.004, 1.996)]));
        assert!(!same(&[(1.0, 2.0)], &[(1.01, 2.0)]));
        assert!(!same(&[], &[(1.0, 2.0)]));
        assert!(!same(&[(f64::NAN, 2.0)], &[(f64::NAN, 2.0)]));
    }
}
