#if FolderLibrary && os(Linux)
    import CameraRoll
    import FolderLibrary
    import Foundation
    import CameraRollCodecs

    /// The difference of thumbnails from those of whole decodes in decibels, for each photo in several sizes.
    struct ThumbnailQuality: Sendable {
        static let sides = [128, 256, 512, 1_024]

        /// The differences by side, the worst first.
        private(set) var decibels: [Int: [Double]] = [:]

        /// Decodes all photos completely, on several threads, and resamples them with the same filter.
        init(of paths: [String], threads: Int) async throws {
            decibels = try await withThrowingTaskGroup(of: [[Int: Double]].self) { group in
                for thread in 0..<threads {
                    let own = paths.enumerated().filter { $0.offset % threads == thread }.map(\.element)
                    group.addTask { try await onThread { try own.map(Self.measure) } }
                }
                return try await group.reduce(into: [:]) { all, some in
                    for (side, value) in some.joined() { all[side, default: []].append(value) }
                }
            }
            for side in decibels.keys { decibels[side]?.sort() }
        }

        private static func measure(_ path: String) throws -> [Int: Double] {
            let file = try PictureFile(reading: FileBytes(path: path))
            let whole = try file.decode()
            var found: [Int: Double] = [:]
            for side in sides where max(whole.size.width, whole.size.height) > side {
                let request = AssetImageRequest(for: MediaAsset(id: "photo"), size: .pixels(side, side))
                let image = try PictureRenderer().image(of: file, for: request)
                let stored = file.metadata.orientation.turned(image.size)
                let best = LanczosResampler(whole.size, to: stored).resampled(whole.bytes)
                let upright = try DecodedImage(
                    size: image.size, bytesPerRow: image.size.width * 4,
                    pixels: file.metadata.orientation.uprightPixels(best, image.size))
                found[side] = difference(image.pixels, upright.pixels)
            }
            return found
        }

        private static func difference(_ one: [UInt8], _ other: [UInt8]) -> Double {
            var sum = 0.0
            for index in one.indices where index & 3 != 3 {
                let difference = Double(one[index]) - Double(other[index])
                sum += difference * difference
            }
            // Identical images, as for a picture that was decoded completely.
            guard sum > 0 else { return 99 }
            return 10 * log10(255 * 255 * Double(one.count / 4 * 3) / sum)
        }

        func publish(into report: inout Report) {
            let sides = Self.sides.filter { decibels[$0]?.isEmpty == false }
            let rows = sides.map { side -> [String] in
                let values = decibels[side] ?? []
                let share = Double(values.count { $0 >= 45 }) / Double(max(values.count, 1))
                let figures = [
                    ("least", values[0]), ("tenth", values[values.count / 10]), ("median", values[values.count / 2]),
                ]
                for (name, value) in figures { report.record("\(side) px", "\(name) quality", value, "dB") }
                report.record("\(side) px", "images of 45 dB", share, "ratio")
                return ["\(side) px"] + figures.map { Self.text($0.1) } + [percent(share)]
            }
            report.table(["quality, dB", "least", "one of ten", "median", "at least 45 dB"], rows)
            for side in sides {
                let values = decibels[side] ?? []
                let (least, tenth) = (values[0], values[values.count / 10])
                report.goal("the least of \(side) px", Self.inDecibels(least), asked: "≥ 42 dB", isMet: least >= 42)
                report.goal("nine of ten of \(side) px", Self.inDecibels(tenth), asked: "≥ 45 dB", isMet: tenth >= 45)
            }
        }

        private static func inDecibels(_ value: Double) -> String { value >= 99 ? text(value) : "\(text(value)) dB" }

        private static func text(_ value: Double) -> String {
            let tenths = Int((value * 10).rounded())
            return value >= 99 ? "the same" : "\(tenths / 10).\(tenths % 10)"
        }
    }
#endif
