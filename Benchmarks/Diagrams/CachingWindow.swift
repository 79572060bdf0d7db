extension Diagrams {
    /// The cells of a list around the screen, by what the window does with their images.
    static var cachingWindow: Diagram {
        var window = Diagram(
            "caching-window",
            "A caching window: visible images first, more ahead of the screen than behind it, the rest given up")
        let parts: [(name: String, note: String, columns: Int, style: String)] = [
            ("given up", "requests canceled", 3, "cell off"), ("behind", "kept, unpinned last", 2, "cell near"),
            ("visible", "first", 5, "cell own"), ("ahead", "as far as the list moves in leadTime", 6, "cell near"),
            ("not yet", "", 2, "cell off"),
        ]
        let (size, gap) = (36.0, 3.0)
        var x = 10.0
        for part in parts {
            let width = Double(part.columns) * (size + gap) - gap
            for column in 0..<part.columns {
                for row in 0..<3 {
                    window.add(
                        .rect(
                            x + Double(column) * (size + gap), 46 + Double(row) * (size + gap), size, size, part.style))
                }
            }
            window.add(.line(x, 172, x + width, 172, "stem"), to: 176)
            window.label(x + width / 2, 192, part.name, anchor: "middle", style: "t strong")
            if part.columns > 2, !part.note.isEmpty {
                window.label(x + width / 2, 210, part.note, anchor: "middle", style: "t dim")
            }
            x += width + gap
        }
        window.add(.rect(10 + 5 * (size + gap) - 5, 38, 5 * (size + gap) + 7, 130, "screen"))
        window.label(10 + 7.5 * (size + gap), 28, "the screen", anchor: "middle", style: "t owntext")
        window.arrow(10 + 11 * (size + gap), 24, 10 + 15 * (size + gap), 24)
        window.label(10 + 13 * (size + gap), 16, "scrolling", anchor: "middle", style: "t dim")
        return window
    }
}
