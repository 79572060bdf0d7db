import TestSupport
import Testing

@testable import PhotoMetadata
@testable import PhotoMetadataEditing

/// Places in unusual parts of TIFF structures: pages, sub-pictures, unreferenced bytes.
@Suite struct TIFFResidualMetadataTests {
    private let builder = TIFFBuilder()

    private func entry(_ id: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
        builder.number(id, 2) + builder.number(type, 2) + builder.number(count, 4) + builder.number(value, 4)
    }

    private func directory(_ entries: [[UInt8]], next: Int = 0) -> [UInt8] {
        builder.number(entries.count, 2) + entries.joined() + builder.number(next, 4)
    }

    /// A structure with parts at multiples of 200.
    private func structure(_ parts: [[UInt8]]) -> [UInt8] {
        let head = Array("MM\0*".utf8) + builder.number(200, 4)
        return ([head] + parts).flatMap { $0 + [UInt8](repeating: 0, count: 200 - $0.count) }
    }

    private var picture: [[UInt8]] {
        [entry(256, 4, 1, 1), entry(257, 4, 1, 1), entry(273, 4, 1, 400), entry(279, 4, 1, 20)]
    }

    private let pixels = [UInt8](repeating: 9, count: 20)
    private let latitude = Array("SECRETPLACE 24 bytes ...".utf8)
    private var gps: [UInt8] { directory([entry(2, 5, 3, 800)]) }

    private func isClean(_ file: [UInt8], _ edit: MetadataEdit = .removeLocation) throws -> Bool {
        let edited = try MetadataEditor(edit).edited(file)
        let samePictures = PictureData(of: edited, previews: false) == PictureData(of: file, previews: false)
        return samePictures && !String(decoding: edited, as: UTF8.self).contains("SECRET")
    }

    @Test(arguments: [MetadataEdit.removeLocation, .removeSensitive])
    func `GPS of a second page, of a picture below one, and of their EXIF is removed`(edit: MetadataEdit) throws {
        let page = directory(picture + [entry(0x8825, 4, 1, 600)])
        let exif = directory([entry(0x8825, 4, 1, 600)])
        let second = structure([directory(picture, next: 1_000), pixels, gps, latitude, page])
        let below = structure([directory(picture + [entry(330, 4, 1, 1_000)]), pixels, gps, latitude, page])
        let through = structure([
            directory(picture + [entry(330, 4, 1, 1_000)]), pixels, gps, latitude,
            directory(picture + [entry(0x8769, 4, 1, 1_200)]), exif,
        ])
        for file in [second, below, through] { #expect(try isClean(file, edit)) }
    }

    @Test(arguments: [700, 33_723, 34_377, 33_550, 33_922, 34_735, 34_736, 34_737])
    func `XMP, IPTC, resources and GeoTIFF's tags of a picture below another one lose the place`(id: Int) throws {
        let value: [UInt8] =
            switch id {
            case 700: Array("<a:b xmlns:a='u'><a:GPSLatitude>SECRET</a:GPSLatitude></a:b>".utf8)
            case 33_723: SampleFile.iptc([(90, "SECRETPLACE")])
            case 34_377: SampleFile.photoshop([(90, "SECRETPLACE")])
            default: latitude
            }
        let page = directory(picture + [entry(id, 7, value.count, 600)])
        let file = structure([directory(picture + [entry(330, 4, 1, 800)]), pixels, value, page])
        for edit in [MetadataEdit.removeLocation, .removeSensitive] { #expect(try isClean(file, edit)) }
    }

    @Test(arguments: [347, 700, 33_723, 34_377, 34_675, 37_500])
    func `A tag that repeats another one goes with the place, and with all that is sensitive`(id: Int) throws {
        let (first, second): ([UInt8], [UInt8]) =
            switch id {
            case 347:
                (
                    [0xFF, 0xD8, 0xFF, 0xDB, 0, 3, 7, 0xFF, 0xD9],
                    [0xFF, 0xD8, 0xFF, 0xFE, 0, 26] + latitude + [0xFF, 0xD9]
                )
            case 700: (Array("<a:b xmlns:a='u'/>".utf8), Array("<a:GPSLatitude>SECRET</a:GPSLatitude>".utf8))
            case 33_723: (SampleFile.iptc([(116, "Ana")]), SampleFile.iptc([(90, "SECRETPLACE")]))
            case 34_377: (SampleFile.photoshop([(116, "Ana")]), SampleFile.photoshop([(90, "SECRETPLACE")]))
            case 34_675: (profile, profile + latitude)
            default: (TIFFBuilder.appleMakerNote("A"), Array("Maker\0".utf8) + latitude)
            }
        let tags = [entry(id, 7, first.count, 600), entry(id, 7, second.count, 800)]
        let file =
            if id == 37_500 {
                structure([directory(picture + [entry(0x8769, 4, 1, 1_000)]), pixels, first, second, directory(tags)])
            } else {
                structure([directory(picture + tags), pixels, first, second])
            }
        #expect(try isClean(file) && isClean(file, .removeSensitive))
        let edited = try MetadataEditor(.removeLocation).edited(file)
        #expect(edited[600..<600 + first.count].elementsEqual(first))
    }

    private var profile: [UInt8] {
        [0, 0, 0, 128] + [UInt8](repeating: 0, count: 32) + Array("acsp".utf8) + [UInt8](repeating: 5, count: 88)
    }

    @Test func `A color profile stays as far as it says to go, and bytes behind it become zeros`() throws {
        for (value, count) in [(profile + latitude, 128), (profile, 128), (latitude, 0)] {
            let file = structure([directory(picture + [entry(34_675, 7, value.count, 600)]), pixels, value])
            for edit in [MetadataEdit.removeLocation, .removeSensitive] {
                #expect(try isClean(file, edit))
                let edited = try MetadataEditor(edit).edited(file)
                #expect(edited[600..<800].elementsEqual(value.prefix(count) + Array(repeating: 0, count: 200 - count)))
            }
        }
    }

    @Test func `GPS's directory loses its place, too, where it is another directory as well`() throws {
        let page = structure([directory(picture + [entry(0x8825, 4, 1, 600)], next: 600), pixels, gps, latitude])
        let index = structure([
            directory(picture + [entry(330, 4, 1, 1_000), entry(0x8769, 4, 1, 1_200)]), pixels, gps, latitude,
            directory([entry(0x8825, 4, 1, 600)]), directory([entry(0xA005, 4, 1, 600)]),
        ])
        for file in [page, index] { #expect(try isClean(file) && isClean(file, .removeSensitive)) }
        let texts = directory([entry(1, 2, 4, 0x5239_3800), entry(2, 7, 4, 0x3031_3030)])
        let long = directory([entry(1, 2, 5, 800), entry(2, 7, 4, 0x3031_3030)])
        for (index, text) in [(texts, []), (long, Array("R98 \0".utf8))] {
            let exif = directory([entry(0xA005, 4, 1, 600)])
            let file = structure([
                directory(picture + [entry(0x8769, 4, 1, 1_000)]), pixels, index, text, exif,
            ])
            #expect(try MetadataEditor(.removeLocation).edited(file) == file)
        }
    }

    @Test func `Bytes behind a thumbnail's end become zeros, unless they may be strips`() throws {
        var camera = TIFFBuilder.camera()
        camera.thumbnail = SampleFile.jpeg() + Array("SECRETPLACE".utf8)
        #expect(try isClean(SampleFile.jpeg(exif: camera.bytes())))
        let stream = SampleFile.jpeg() + Array("behind".utf8)
        let tags = [entry(513, 4, 1, 600), entry(514, 4, 1, stream.count)]
        let file = structure([directory(picture, next: 800), pixels, stream, directory(tags)])
        for edit in [MetadataEdit.removeLocation, .removeSensitive] {
            let edited = try MetadataEditor(edit).edited(file)
            #expect(edited[600..<800].elementsEqual(SampleFile.jpeg() + Array(repeating: 0, count: 206 - stream.count)))
        }
        let both = structure([directory(picture + tags), pixels, stream])
        #expect(try MetadataEditor(.removeLocation).edited(both) == both)
    }

    @Test func `What nothing names is overwritten, in EXIF too, and refused where an unknown tag may name it`() throws {
        let file = structure([directory(picture), pixels, latitude])
        #expect(try isClean(file) && isClean(file, .removeSensitive))
        let exif = SampleFile.jpeg(exif: TIFFBuilder.camera().bytes() + latitude)
        #expect(try isClean(exif) && isClean(exif, .removeSensitive))
        let named = structure([directory(picture + [entry(0xC000, 4, 1, 604)]), pixels, latitude])
        #expect(throws: MetadataEditError.unknownData(at: 604)) { try MetadataEditor(.removeLocation).edited(named) }
        let block = Array("Exif\0\0SECRET".utf8)
        let unknown = structure([directory(picture + [entry(0xC000, 7, block.count, 600)]), pixels, block])
        #expect(throws: MetadataEditError.unknownData(at: 600)) { try MetadataEditor(.removeLocation).edited(unknown) }
        #expect(try isClean(named, .removeSensitive) && isClean(unknown, .removeSensitive))
    }

    @Test func `Strips stay that are longer than they say, as far as plain pixels can be counted`() throws {
        let tags = [entry(256, 4, 1, 40), entry(257, 4, 1, 1), entry(273, 4, 1, 400), entry(279, 4, 1, 20)]
        let file = structure([directory(tags + [entry(258, 3, 1, 8 << 16)]), [UInt8](repeating: 9, count: 60)])
        let edited = try MetadataEditor(.removeLocation).edited(file)
        #expect(edited[400..<440].allSatisfy { $0 == 9 } && edited[440..<460].allSatisfy { $0 == 0 })
    }

    @Test(arguments: [1, 2]) func `The last strip of a plane has the rows that are left, and bytes behind it go`(
        planes: Int
    ) throws {
        let starts = Array([400, 420, 430, 450].prefix(2 * planes))
        let lists = (starts + starts.indices.map { $0 % 2 == 0 ? 20 : 10 }).flatMap { builder.number($0, 4) }
        let tags = [
            entry(256, 4, 1, 10), entry(257, 4, 1, 3), entry(258, 3, 1, 8 << 16), entry(273, 4, starts.count, 600),
            entry(277, 3, 1, planes << 16), entry(278, 4, 1, 2), entry(279, 4, starts.count, 600 + 4 * starts.count),
            entry(284, 3, 1, planes << 16),
        ]
        let strips = [UInt8](repeating: 9, count: 30 * planes) + Array("SECRETPLACE".utf8)
        let file = structure([directory(tags), strips, lists])
        #expect(try isClean(file) && isClean(file, .removeSensitive))
    }

    @Test func `A maker's note goes with the place but for Apple's, and a thumbnail loses its own EXIF`() throws {
        var camera = TIFFBuilder.camera()
        camera.exif = [camera.undefined(0x927C, Array("Maker\0SECRETPLACE".utf8))]
        camera.thumbnail = SampleFile.jpeg(exif: TIFFBuilder.camera().bytes() + latitude)
        let file = SampleFile.jpeg(exif: camera.bytes())
        #expect(try isClean(file))
        let apple = try MetadataEditor(.removeLocation).edited(SampleSet.jpeg)
        #expect(try ImageMetadata(apple).contentIdentifier != nil)
    }

    @Test func `Previews, lists of free bytes and segments among tables go with all that is sensitive`() throws {
        let preview = directory([entry(254, 4, 1, 1), entry(273, 4, 1, 800), entry(279, 4, 1, 24)])
        let first = directory(picture + [entry(330, 4, 1, 600)], next: 600)
        let file = structure([first, pixels, preview, latitude])
        #expect(try isClean(file, .removeSensitive))
        let edited = try MetadataEditor(.removeSensitive).edited(file)
        #expect(try ImageMetadata(edited).tags.all.allSatisfy { $0.directory == .image(0) && $0.id != 330 })
        for id in [288, 333, 337] {
            let file = structure([directory(picture + [entry(id, 7, latitude.count, 600)]), pixels, latitude])
            #expect(try isClean(file, .removeSensitive))
        }
        let kept: [UInt8] = [0xFF, 0xDB, 0, 3, 7, 0xFF, 0xD9]
        let tables = [0xFF, 0xD8, 0xFF, 0xFE, 0, 26] + latitude + kept
        let shared = structure([directory(picture + [entry(347, 7, tables.count, 600)]), pixels, tables])
        #expect(try isClean(shared, .removeSensitive) && isClean(shared))
        #expect(try MetadataEditor(.removeSensitive).edited(shared).firstRange(of: kept) != nil)
    }

    @Test(arguments: [[262, 32_803], [262, 34_892], [0xC640, 1], [0xC612, 1]])
    func `Raw files of cameras are refused for every edit`(tag: [Int]) {
        let below = directory([entry(tag[0], 3, 1, tag[1] << 16)])
        let file = structure([directory(picture + [entry(330, 4, 1, 600)]), pixels, below])
        for edit in SampleSet.edits {
            #expect(throws: MetadataEditError.unsupported(.tiff)) { try MetadataEditor(edit).edited(file) }
        }
    }

    @Test func `More strips than are read are refused, since it is unknown what is free`() {
        let count = TIFFStructure.longestList / 4 + 1
        let tags = [entry(256, 4, 1, 1), entry(257, 4, 1, 1), entry(273, 4, count, 400)]
        let file = structure([directory(tags)]) + [UInt8](repeating: 0, count: 4 * count)
        let error = #expect(throws: MetadataEditError.self) { try MetadataEditor(.removeLocation).edited(file) }
        guard case .tooLong(.exif, _, _) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    }
}
