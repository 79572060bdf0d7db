/// The pictures in the documentation, which are drawn by code and do not depend on a run.
enum Diagrams {
    /// The files, by their paths in the package.
    static var files: [(path: String, text: String)] {
        let all = [
            ("CameraRoll", packageMap), ("CameraRoll", oneDoor), ("CameraRoll", cachingWindow),
            ("CameraRoll", indexChanges), ("CameraRollBrowsing", indexChanges),
        ]
        return all.map { module, diagram in
            ("Sources/\(module)/\(module).docc/\(diagram.name).svg", diagram.svg)
        }
    }
}

/// A picture of boxes, arrows and words, with its own colors for light and dark.
struct Diagram {
    /// The width of an article's column on GitHub and in DocC's pages, without the margins.
    static let width = 716.0

    let name: String
    /// The description for a screen reader.
    let title: String
    private(set) var shapes: [Markup] = []
    private(set) var height = 0.0

    init(_ name: String, _ title: String) {
        (self.name, self.title) = (name, title)
    }

    var drawing: Drawing { Drawing(width: Self.width, height: height, shapes: shapes) }
    var svg: String { drawing.standalone(Style.diagram, title: title) + "\n" }

    mutating func add(_ shape: Markup, to bottom: Double = 0) {
        shapes.append(shape)
        height = max(height, bottom)
    }

    mutating func label(_ x: Double, _ y: Double, _ text: String, anchor: String = "start", style: String = "t") {
        add(.label(x, y, text, anchor: anchor, style: style), to: y + 4)
    }

    /// A box with a title and lines of text, centered.
    mutating func box(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ title: String, _ lines: [String] = [],
        style: String = "box"
    ) {
        add(.rect(x, y, width, height, style), to: y + height)
        let line = 18.0
        let top = y + (height - Double(lines.count + (title.isEmpty ? 0 : 1)) * line) / 2 + 13
        let isTitled = !title.isEmpty
        if isTitled { label(x + width / 2, top, title, anchor: "middle", style: "t strong") }
        for (number, text) in lines.enumerated() {
            let y = top + Double(number + (isTitled ? 1 : 0)) * line
            label(x + width / 2, y, text, anchor: "middle", style: "t dim")
        }
    }

    /// An arrow from one point to another, vertical or horizontal.
    mutating func arrow(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        add(.line(x1, y1, x2, y2, "stem"), to: max(y1, y2))
        let (dx, dy) = ((x2 - x1).signum, (y2 - y1).signum)
        let tip = [
            (x: x2, y: y2), (x: x2 - 8 * dx + 4 * dy, y: y2 - 8 * dy + 4 * dx),
            (x: x2 - 8 * dx - 4 * dy, y: y2 - 8 * dy - 4 * dx), (x: x2, y: y2),
        ]
        add(.polyline(tip, "tip"))
    }
}

extension Double {
    fileprivate var signum: Double { self > 0 ? 1 : self < 0 ? -1 : 0 }
}
