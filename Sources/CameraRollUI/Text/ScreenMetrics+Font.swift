#if canImport(SwiftUI)
import CameraRollBrowsing
import SwiftUI

/// The sizes, distances and fonts of the views.
nonisolated let metrics = ScreenMetrics.standard

extension Font {
    /// A font of the views' metrics.
    nonisolated init(_ font: ScreenMetrics.Font) {
        let styles: [ScreenMetrics.Font.Style: Font] = [
            .caption: .caption, .caption2: .caption2, .footnote: .footnote, .headline: .headline,
            .subheadline: .subheadline,
        ]
        let plain = styles[font.style] ?? .body
        self = font.weight == .bold ? plain.bold() : font.weight == .semibold ? plain.weight(.semibold) : plain
    }
}
#endif
