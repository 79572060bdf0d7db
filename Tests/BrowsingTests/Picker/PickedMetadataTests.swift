import PhotoMetadata
import PhotoMetadataEditing
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// What a picker removes from files.
@Suite struct PickedMetadataTests {
    /// The texts of the sample files that are titles, captions, keywords, comments, notices and names of places.
    private static let texts = ["Title", "sea", "comment", "Ana", "San Francisco", "<x:xmpmeta", "8BIM"]

    private func contains(_ file: [UInt8], _ text: String) -> Bool {
        let text = Array(text.utf8)
        return file.indices.contains { file[$0] == text.first && file[$0...].starts(with: text) }
    }

    @Test(arguments: SampleSet.editable.map(\.0))
    func `Removing captions leaves the picture, its orientation and its date, nothing else`(format: MetadataFormat)
        throws
    {
        let file = try #require(SampleSet.editable.first { $0.0 == format }).1
        let options = PickerConfiguration.MetadataOptions.removeCaptions
        let edited = try options.editor(for: file).edited(file)
        let (old, new) = (try ImageMetadata(file), try ImageMetadata(edited))
        #expect(Self.texts.contains { contains(file, $0) })
        #expect(Self.texts.filter { contains(edited, $0) } == [])
        #expect(old.captureDate != nil && new.captureDate == old.captureDate)
        #expect(new.orientation == old.orientation && new.pixelSize == old.pixelSize)
        #expect(new.tiff.imageDescription == nil && new.xmp.title == nil && new.xmp.caption == nil)
        #expect(new.place == nil && new.copyright == nil && new.thumbnail == nil && new.texts.isEmpty)
    }

    @Test(arguments: [NamedBytes("HEIC", SampleSet.heic), NamedBytes("QuickTime", SampleSet.movie)])
    func `Captions of a file that cannot be edited are refused`(sample: NamedBytes) throws {
        let options = PickerConfiguration.MetadataOptions.removeCaptions
        #expect(throws: MetadataEditError.self) { try options.editor(for: sample.bytes).edited(sample.bytes) }
    }

    @Test(arguments: SampleSet.editable.map(\.0))
    func `Removing the location leaves titles and the date`(format: MetadataFormat) throws {
        let file = try #require(SampleSet.editable.first { $0.0 == format }).1
        let edited = try PickerConfiguration.MetadataOptions.removeLocation.editor(for: file).edited(file)
        let (old, new) = (try ImageMetadata(file), try ImageMetadata(edited))
        #expect(new.place == nil && new.captureDate == old.captureDate && new.copyright == old.copyright)
        #expect(contains(edited, "Title") == contains(file, "Title"))
    }
}
