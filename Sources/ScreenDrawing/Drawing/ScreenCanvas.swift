import CameraRollBrowsing
import CameraRollUI

/// A rectangle of a screen, in points from its leading and upper edge.
struct Box {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    var midX: Double { x + width / 2 }
    var midY: Double { y + height / 2 }
}

/// Where a text is beside its place.
enum TextAnchor {
    case leading, middle, trailing
}

/// What is drawn on a screen: leading is left or right, as the language is written.
@MainActor struct ScreenCanvas {
    let style: ScreenStyle
    let width: Double
    let height: Double
    private(set) var shapes: [SVG] = []
    /// The pictures and symbols by their names: each is in the drawing once, however often it is shown.
    private(set) var pictures: [String: SVG] = [:]

    init(_ style: ScreenStyle, width: Double, height: Double) {
        (self.style, self.width, self.height) = (style, width, height)
    }

    var colors: ScreenColors { style.colors }

    /// The distance of a box from the left.
    private func left(_ x: Double, _ width: Double) -> Double {
        style.isRightToLeft ? self.width - x - width : x
    }

    // MARK: Shapes

    mutating func rect(
        _ box: Box, fill: String, radius: Double = 0, opacity: Double = 1, stroke: String? = nil, line: Double = 0
    ) {
        var rect = SVG(
            "rect",
            [
                "x": SVG.number(left(box.x, box.width)), "y": SVG.number(box.y), "width": SVG.number(box.width),
                "height": SVG.number(box.height), "fill": fill,
            ])
        if radius > 0 { rect.attributes.append(("rx", SVG.number(radius))) }
        if opacity < 1 { rect.attributes.append(("fill-opacity", SVG.number(opacity))) }
        if let stroke { rect.attributes += [("stroke", stroke), ("stroke-width", SVG.number(line))] }
        shapes.append(rect)
    }

    /// A bar that lets through a little of what is behind it.
    mutating func bar(_ box: Box) { rect(box, fill: colors.bar, opacity: 0.92) }

    /// A black that grows downwards, behind what would not be seen on a light picture.
    mutating func shade(_ box: Box, opacity: Double) {
        let stops = [0, opacity].enumerated().map { index, opacity in
            SVG("stop", ["offset": "\(index)", "stop-opacity": SVG.number(opacity)])
        }
        pictures["shade"] = SVG("linearGradient", ["id": "shade", "x2": "0", "y2": "1"], stops)
        rect(box, fill: "url(#shade)")
    }

    mutating func circle(
        _ x: Double, _ y: Double, _ radius: Double, fill: String, opacity: Double = 1, line: Double = 0
    ) {
        var circle = SVG(
            "circle", ["cx": SVG.number(left(x, 0)), "cy": SVG.number(y), "r": SVG.number(radius), "fill": fill])
        if opacity < 1 { circle.attributes.append(("fill-opacity", SVG.number(opacity))) }
        if line > 0 { circle.attributes += [("stroke", "#fff"), ("stroke-width", SVG.number(line))] }
        shapes.append(circle)
    }

    /// A ring of which a share is bright.
    mutating func ring(_ box: Box, share: Double, line: Double) {
        let (x, radius) = (left(box.midX, 0), box.width / 2)
        for (opacity, share) in [("0.4", 1), ("1", share)] {
            shapes.append(
                SVG(
                    "circle",
                    [
                        "cx": SVG.number(x), "cy": SVG.number(box.midY), "r": SVG.number(radius), "fill": "none",
                        "stroke": "#fff", "stroke-opacity": opacity, "stroke-width": SVG.number(line),
                        "pathLength": "100", "stroke-dasharray": "\(SVG.number(share * 100)) 100",
                        "transform": "rotate(-90 \(SVG.number(x)) \(SVG.number(box.midY)))",
                    ]))
        }
    }

    /// A symbol in the middle of a box, which stands for one of the system's.
    mutating func symbol(_ symbol: Symbol, _ box: Box, color: String) {
        let side = min(box.width, box.height)
        let (x, y) = (left(box.midX - side / 2, side), box.midY - side / 2)
        let key = "symbol-\(symbol)"
        pictures[key] = SVG(
            "path",
            [
                "id": key, "d": symbol.path, "stroke-width": "1.3", "stroke-linecap": "round",
                "stroke-linejoin": "round",
            ])
        shapes.append(
            SVG(
                "use",
                [
                    "href": "#\(key)", "fill": symbol.isFilled ? color : "none",
                    "stroke": symbol.isFilled ? "none" : color,
                    "transform": "translate(\(SVG.number(x)) \(SVG.number(y))) scale(\(SVG.number(side / 16)))",
                ]))
    }

    // MARK: Texts

    /// A line of text whose middle is at a height.
    ///
    /// - Parameters:
    ///   - room: the width; a longer text is made smaller, and then loses its end.
    ///   - roomHeight: the height; in less of it, a text is made smaller.
    ///   - minimumScale: how much smaller it may be.
    mutating func text(
        _ text: String, _ x: Double, _ midY: Double, _ font: ScreenMetrics.Font, color: String,
        anchor: TextAnchor = .leading, room: Double = .infinity, roomHeight: Double = .infinity,
        minimumScale: Double = 1
    ) {
        let share = min(room / max(style.width(of: text, font), 1), roomHeight / style.lineHeight(font))
        let scale = min(max(share, minimumScale), 1)
        let points = (style.points(font) * scale * 10).rounded() / 10
        var element = SVG(
            "text",
            [
                "x": SVG.number(left(x, 0)), "y": SVG.number(midY + points * 0.35), "font-size": SVG.number(points),
                "font-weight": font.cssWeight, "fill": color,
            ], text: fitting(text, font, in: room / scale))
        if let name = name(of: anchor) { element.attributes.append(("text-anchor", name)) }
        shapes.append(element)
    }

    private func name(of anchor: TextAnchor) -> String? {
        switch anchor {
        case .middle: "middle"
        case .leading: style.isRightToLeft ? "end" : nil
        case .trailing: style.isRightToLeft ? nil : "end"
        }
    }

    private func fitting(_ text: String, _ font: ScreenMetrics.Font, in room: Double) -> String {
        // The widths are estimated: what is a little too wide by them is kept.
        guard style.width(of: text, font) > room + 1 else { return text }
        var short = text
        while !short.isEmpty, style.width(of: short + "…", font) > room { short.removeLast() }
        return short + "…"
    }

    /// The lines of a text, broken at spaces, or anywhere in a language without them.
    func lines(of text: String, _ font: ScreenMetrics.Font, in room: Double) -> [String] {
        var lines: [String] = [""]
        let pieces = text.contains(" ") ? text.split(separator: " ").map { String($0) + " " } : text.map(String.init)
        for piece in pieces {
            if style.width(of: lines[lines.count - 1] + piece, font) <= room || lines[lines.count - 1].isEmpty {
                lines[lines.count - 1] += piece
            } else {
                lines.append(piece)
            }
        }
        return lines.map { $0.hasSuffix(" ") ? String($0.dropLast()) : $0 }
    }

    func localized(_ phrase: Phrase) -> String { phrase.localized(in: style.locale) }

    /// A short text on a shape with round ends.
    ///
    /// - Parameter x: its middle, or its trailing end.
    mutating func capsule(
        _ text: String, _ x: Double, top: Double, _ capsule: ScreenMetrics.Capsule, isTrailing: Bool
    ) {
        let (textWidth, line) = (style.width(of: text, capsule.font), style.lineHeight(capsule.font))
        let box = Box(
            isTrailing ? x - textWidth - 2 * capsule.width : x - textWidth / 2 - capsule.width, top,
            textWidth + 2 * capsule.width, line + 2 * capsule.height)
        rect(box, fill: colors.bar, radius: box.height / 2, opacity: 0.92)
        self.text(text, box.midX, box.midY, capsule.font, color: colors.ink, anchor: .middle)
    }

    // MARK: Pictures and parts

    /// A picture that fills a box; what is outside of its proportions is left out.
    ///
    /// - Parameter name: the name of the asset; a picture of one name and one size is in the drawing once.
    mutating func picture(_ image: DecodedImage, of name: String, in box: Box) {
        let allowed = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let key = "\(allowed)-\(image.size.width)x\(image.size.height)-\(SVG.number(box.width / box.height))"
        if pictures[key] == nil {
            let png = PNG(image, aspect: box.width / box.height)
            pictures[key] = SVG(
                "image",
                ["id": key, "width": "1", "height": "1", "preserveAspectRatio": "none", "href": png.dataURI])
        }
        let place = "translate(\(SVG.number(left(box.x, box.width))) \(SVG.number(box.y)))"
        let scale = "scale(\(SVG.number(box.width)) \(SVG.number(box.height)))"
        shapes.append(SVG("use", ["href": "#\(key)", "transform": "\(place) \(scale)"]))
    }

    /// Draws a part with coordinates of its own, which nothing leaves.
    mutating func part(_ box: Box, _ draw: (inout ScreenCanvas) -> Void) {
        var inner = ScreenCanvas(style, width: box.width, height: box.height)
        draw(&inner)
        pictures.merge(inner.pictures) { first, _ in first }
        shapes.append(
            SVG(
                "svg",
                [
                    "x": SVG.number(left(box.x, box.width)), "y": SVG.number(box.y), "width": SVG.number(box.width),
                    "height": SVG.number(box.height),
                ], inner.shapes))
    }
}
