//! Reads pictures back, so that tests see what data they show.

/// The marks of a picture, each with what is inside it.
pub(super) fn marks(svg: &str) -> Vec<&str> {
    svg.lines().filter(|line| line.contains("class='mark'")).collect()
}

/// The value of an attribute of an element.
pub(super) fn number(element: &str, attribute: &str) -> f64 {
    let start = format!(" {attribute}='");
    let rest = element.split_once(&start).unwrap_or_else(|| panic!("no {attribute} in {element}")).1;
    let text = rest.split('\'').next().unwrap();
    text.parse().unwrap_or_else(|_| panic!("{text} in {element}"))
}

/// Where a mark lies.
pub(super) fn place(mark: &str) -> (f64, f64) {
    let inside = mark.split_once("translate(").expect("a mark has a place").1.split(')').next().unwrap();
    let (x, y) = inside.split_once(' ').unwrap();
    (x.parse().unwrap(), y.parse().unwrap())
}

/// The places of all marks with the given beginning of the tooltip.
pub(super) fn places(svg: &str, told: &str) -> Vec<(f64, f64)> {
    let wanted = format!("<title>{told}");
    marks(svg).into_iter().filter(|mark| mark.contains(&wanted)).map(place).collect()
}

/// All lines of text.
pub(super) fn texts(svg: &str) -> Vec<String> {
    let inside = |line: &str| Some(line.strip_suffix("</text>")?.rsplit_once('>')?.1.to_string());
    svg.lines().filter_map(inside).collect()
}

/// Elements are closed, attributes quoted, and no text is left that means something to XML.
pub(super) fn is_well_formed(svg: &str) {
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    for line in svg.lines().skip(2).filter(|line| *line != "</svg>") {
        assert!(line.starts_with('<') && line.ends_with('>'), "{line}");
        assert_eq!(line.matches('\'').count() % 2, 0, "{line}");
        let name = line[1..].split([' ', '/', '>']).next().unwrap();
        assert!(line.ends_with("/>") || line.ends_with(&format!("</{name}>")), "{line}");
        for entity in line.split('&').skip(1) {
            assert!(["amp;", "lt;", "gt;", "#39;", "quot;"].iter().any(|e| entity.starts_with(e)), "{line}");
        }
        assert!(!line.contains("NaN") && !line.contains("inf"), "{line}");
    }
}
