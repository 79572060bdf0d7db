/// A drawn screen.
public struct Screen: Sendable {
    /// The name of its file, without an extension.
    public let name: String
    /// What it shows.
    public let title: String
    /// The drawing, as a file of its own.
    public let svg: String

    /// What a drawing says of itself, below the screen.
    private static let note = [
        "Drawn from CameraRoll's models, without SwiftUI.",
        "Theirs: places, texts, badges, states and pixels.",
        "Stand-ins: letters, symbols, bars, the system's lists.",
    ]
    private static let lineHeight = 16.0

    @MainActor init(_ name: String, _ title: String, _ canvas: ScreenCanvas) {
        (self.name, self.title) = (name, title)
        let (width, height) = (canvas.width, canvas.height + Double(Self.note.count) * Self.lineHeight + 8)
        var root = SVG(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(SVG.number(width)) \(SVG.number(height))",
                "width": SVG.number(width), "height": SVG.number(height),
                "font-family": "-apple-system, system-ui, Inter, 'Noto Sans CJK SC', sans-serif",
                "role": "img",
            ])
        root.children = [SVG("title", text: title)]
        let pictures = canvas.pictures.sorted { $0.key < $1.key }.map(\.value)
        if !pictures.isEmpty { root.children.append(SVG("defs", [:], pictures)) }
        root.children += Self.framed(canvas) + Self.notes(below: canvas.height)
        svg = root.written
    }

    /// The screen, which nothing leaves, and a thin line around it.
    @MainActor private static func framed(_ canvas: ScreenCanvas) -> [SVG] {
        [
            SVG("svg", ["width": SVG.number(canvas.width), "height": SVG.number(canvas.height)], canvas.shapes),
            SVG(
                "rect",
                [
                    "x": "0.5", "y": "0.5", "width": SVG.number(canvas.width - 1),
                    "height": SVG.number(canvas.height - 1), "fill": "none", "stroke": "#8e8e93",
                    "stroke-opacity": "0.5",
                ]),
        ]
    }

    private static func notes(below height: Double) -> [SVG] {
        note.enumerated().map { line, text in
            let y = height + 14 + Double(line) * lineHeight
            return SVG("text", ["x": "2", "y": SVG.number(y), "font-size": "12", "fill": "#8e8e93"], text: text)
        }
    }

    /// The drawing without the pixels of its pictures, which has all places, texts, badges and states.
    public var outline: String {
        svg.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            // The address of the pixels is the last attribute.
            let parts = line.split(separator: " href=\"data:", maxSplits: 1)
            return parts.count > 1 ? parts[0] + "/>" : line
        }.joined(separator: "\n")
    }
}

extension [Screen] {
    /// One page with all screens, which loads nothing and runs no script.
    ///
    /// - Parameters:
    ///   - title: the heading.
    ///   - text: a sentence below it.
    public func page(_ title: String, _ text: String) -> String {
        let figures = map { screen in
            "<figure>\n\(screen.svg)<figcaption>\(SVG.escaped(screen.title))</figcaption>\n</figure>\n"
        }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>\(SVG.escaped(title))</title>
            <style>
            body { margin: 24px; font: 16px/1.45 system-ui, sans-serif; color: #1c1c1e; background: #f2f2f7 }
            main { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 24px }
            figure { margin: 0 } svg { max-width: 100%; height: auto }
            @media (prefers-color-scheme: dark) { body { color: #f2f2f7; background: #1c1c1e } }
            </style></head>
            <body><h1>\(SVG.escaped(title))</h1><p>\(SVG.escaped(text))</p>
            <main>
            \(figures.joined())</main></body>
            </html>

            """
    }
}
