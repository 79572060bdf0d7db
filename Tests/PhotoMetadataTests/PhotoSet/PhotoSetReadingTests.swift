import PhotoMetadata
import PhotoMetadataEditing
import TestSupport
import Testing

/// The set of real images, compared with exiftool.
@Suite(.enabled(if: PhotoSet.isThere, "There is no shared/photos beside the package.")) struct PhotoSetReadingTests {
    /// The known differences from exiftool, with the reasons.
    private static let known: [String: String] = [
        "orientation/Landscape_0.jpg orientation": "0 is outside 1 to 8, so it is none",
        "orientation/Portrait_0.jpg orientation": "0 is outside 1 to 8, so it is none",
        "metadata-extractor/jpg/beach.jpg size": "200 × 0 is no size",
        "metadata-extractor/jpg/FujiFilm SP-2500.jpg date": "colons and blanks are no date",
        "metadata-extractor/jpg/Nikon D5000.jpg latitude": "seconds of 0/0 are none, for exiftool the whole is",
        "metadata-extractor/jpg/Nikon D5000.jpg longitude": "seconds of 0/0 are none, for exiftool the whole is",
        "metadata-extractor/jpg/Ricoh DC-3Z (low res).jpg copyright": "Latin-1, which exiftool does not decode here",
        "tiff-imagetestsuite/m1-42c19f8e79e582bef107f372f18a074b.tif orientation":
            "damaged: exiftool gives up the directory after several bad tags",
        "tiff-imagetestsuite/m14-42c19f8e79e582bef107f372f18a074b.tif orientation":
            "damaged: exiftool gives up the directory after several bad tags",
        "metadata-extractor/heic/Issue 437 (dotnet).heic digitised date":
            "the zone of the file's date, which is the same",
        "pillow-heif/heif_truncated_truncated.heic size": "its clean aperture, which exiftool does not apply",
        "tiff-imagetestsuite/f4bcc246f3471102a2dea2ee9153b372.tif thumbnail": "it has no length",
    ]

    /// Files that cannot be read, as by exiftool.
    private static let unreadable: Set<String> = [
        "derived-corrupt/empty.jpg", "derived-corrupt/landscape6_first_1.jpg", "derived-corrupt/text_named.jpg",
        "pillow-heif/heif_corrupted_empty.heic", "pngsuite/xlfn0g04.png", "pngsuite/xs2n0g01.png",
        "pngsuite/xs7n0g01.png",
    ]

    @Test func `Every field is what exiftool says, but for differences with a reason`() throws {
        var differences: Set<String> = []
        var unreadable: Set<String> = []
        var fields = 0
        for file in try PhotoSet.files() {
            guard let metadata = try? ImageMetadata(contentsOfFile: file.path) else {
                unreadable.insert(file.name)
                continue
            }
            let compared = ExpectedFields(file: file, metadata: metadata)
            fields += compared.all.count { $0.expected != nil || $0.found != nil }
            for field in compared.differences {
                differences.insert("\(file.name) \(field.name)")
                let isKnown = Self.known["\(file.name) \(field.name)"] != nil
                #expect(isKnown, "\(file.name) \(field.name): \(field.expected ?? "none"), \(field.found ?? "none")")
            }
        }
        #expect(differences == Set(Self.known.keys) && unreadable == Self.unreadable && fields > 1_000)
    }

    @Test func `Half of the JPEG files are read with no more than 16 KB`() throws {
        let read = try PhotoSet.files().compactMap { try? ImageMetadata(contentsOfFile: $0.path) }
            .filter { $0.format == .jpeg }.map(\.bytesRead).sorted()
        #expect(read.count > 100 && read[read.count / 2] <= 16_384)
    }

    @Test func `Mutated files of the set are read and changed without a trap`() throws {
        let files = try PhotoSet.files().map { try $0.bytes() }.filter { $0.count < 20_000 && !$0.isEmpty }
        var random = SeededNumbers(seed: 7)
        for round in 0..<Effort.of(full: 600) {
            var file = files[round % files.count]
            for _ in 0..<4 { file[Int(random.next() % UInt64(file.count))] = UInt8(truncatingIfNeeded: random.next()) }
            _ = try? ImageMetadata(file).touch()
            _ = try? MetadataEditor(SampleSet.edits[round % SampleSet.edits.count]).edited(file)
        }
    }
}
