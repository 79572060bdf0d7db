import PhotoMetadata
import PhotoMetadataEditing
import TestSupport
import Testing

/// Edits of the set of real images.
@Suite(.enabled(if: PhotoSet.isThere, "There is no shared/photos beside the package."), .timeLimit(.hang))
struct PhotoSetEditingTests {
    /// Folders and names of invalid files.
    private static let invalid = ["fuzzed/", "derived-corrupt/", "pngsuite/x", "pillow-heif/", "tiff-imagetestsuite/m"]

    /// Valid files that are refused, with the reasons.
    private static let refused: [String: String] = [
        "metadata-extractor/jpg/Olympus μ Digital 800.JPG removeLocation":
            "its thumbnail's directory, which names a GPS directory too, lies within another tag's value"
    ]

    // Asynchronous, as some below, only so that it runs beside others: synchronous tests share the main thread.
    @Test(arguments: SampleSet.edits)
    func `The picture data of every file stay byte for byte`(edit: MetadataEdit) async throws {
        var edited = 0
        for file in try PhotoSet.sample() {
            let bytes = try file.bytes()
            guard let format = try? ImageMetadata(bytes).format, [.jpeg, .png, .webP, .tiff].contains(format) else {
                continue
            }
            do throws(MetadataEditError) {
                let new = try MetadataEditor(edit).edited(bytes)
                let previews = edit != .removeSensitive
                let isSame = PictureData(of: new, previews: previews) == PictureData(of: bytes, previews: previews)
                #expect(isSame, "\(file.name)")
                check(new, edit, file.name)
                edited += 1
            } catch {
                let isValid = !Self.invalid.contains { file.name.hasPrefix($0) }
                let isKnown = Self.refused["\(file.name) \(edit)"] != nil
                #expect(!isValid || isKnown, "\(file.name): \(error)")
            }
        }
        #expect(edited > Effort.of(110, full: 210))
    }

    @Test(arguments: SampleSet.edits)
    func `What was edited is edited again, and by the same edit to the same bytes`(edit: MetadataEdit) async throws {
        var edited = 0
        for file in try PhotoSet.sample() {
            guard let once = try? MetadataEditor(edit).edited(file.bytes()) else { continue }
            for (number, other) in SampleSet.edits.enumerated() where Effort.isFull || number % 2 == 0 || other == edit
            {
                do throws(MetadataEditError) {
                    let twice = try MetadataEditor(other).edited(once)
                    let isSame = other != edit || twice == once
                    #expect(isSame, "\(file.name)")
                    edited += 1
                } catch {
                    // One edit may keep data for which another one must be refused, with or without the first.
                    let isRefused = (try? MetadataEditor(other).edited(file.bytes())) == nil
                    #expect(isRefused, "\(file.name): \(error), then \(other)")
                }
            }
        }
        #expect(edited > Effort.of(600, full: 1_200))
    }

    @Test func `Pictures and movies of boxes lose their place, and nothing else of what is read of them`() async throws
    {
        let formats: [MetadataFormat] = [.heic, .avif, .quickTime, .mp4]
        var edited = 0
        for file in try PhotoSet.files() {
            let bytes = try file.bytes()
            guard let old = try? ImageMetadata(bytes), formats.contains(old.format),
                let new = try? MetadataEditor(.removeLocation).edited(bytes)
            else { continue }
            let left = try ImageMetadata(new)
            #expect(new.count == bytes.count && left.place == nil && left.gps.isEmpty, "\(file.name)")
            let isSame = left.captureDate == old.captureDate && left.make == old.make && left.pixelSize == old.pixelSize
            #expect(isSame && left.orientation == old.orientation && left.model == old.model, "\(file.name)")
            edited += 1
        }
        #expect(edited >= 12)
    }

    private func check(_ file: [UInt8], _ edit: MetadataEdit, _ name: String) {
        guard let metadata = try? ImageMetadata(file) else {
            Issue.record("\(name) cannot be read after \(edit)")
            return
        }
        switch edit {
        case .removeLocation:
            #expect(metadata.gps.isEmpty && metadata.place == nil && metadata.iptc.city == nil, "\(name)")
            #expect(metadata.xmp.text("City", in: .photoshop) == nil, "\(name)")
        case .removeSensitive:
            #expect(metadata.captureDate == nil && metadata.make == nil && metadata.xmp.isEmpty, "\(name)")
        case .removeCopyright: #expect(metadata.copyright == nil, "\(name)")
        case .setCopyright(let text): #expect(metadata.copyright == text, "\(name)")
        case .setOrientation(let orientation): #expect(metadata.orientation == orientation, "\(name)")
        case .setCaptureDate(let date): #expect(metadata.captureDate == date, "\(name)")
        case .setTitle(let text): #expect(metadata.xmp.title == text, "\(name)")
        case .setCaption(let text):
            #expect(metadata.xmp.caption == text && metadata.tiff.imageDescription == text, "\(name)")
        case .setKeywords(let words): #expect(metadata.xmp.keywords == words, "\(name)")
        case .setRating(let stars): #expect(metadata.xmp.rating == Double(stars), "\(name)")
        case .setLocation(let place, let altitude):
            #expect(metadata.place.map { $0.isNear(place) } == true && metadata.altitude == altitude, "\(name)")
        case .setTimeZone(let offset):
            let hasTime = metadata.exif.taken != nil || (metadata.captureDate?.hour ?? 0) != 0
            #expect(!hasTime || metadata.captureDate?.offset == offset, "\(name)")
        case .removeTimeZone: #expect(metadata.captureDate?.offset == nil, "\(name)")
        case .removeTitle, .removeCaption, .removeRating: return
        case .removeKeywords: #expect(metadata.xmp.keywords.isEmpty && metadata.iptc.keywords.isEmpty, "\(name)")
        }
    }
}
