import TestSupport
import Testing

@testable import PhotoMetadata
@testable import PhotoMetadataEditing

/// Places hidden where our reader does not look: after a removal they are gone, or the edit was refused.
@Suite struct ResidualMetadataTests {
    private static let secret = "GPSLatitude 48.8584 SECRETPLACE"
    private static let removals: [MetadataEdit] = [.removeLocation, .removeSensitive]

    enum Outcome { case dropped, refused }

    /// A file with a hidden place, and the expected result of removing it.
    struct Hideout: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let file: [UInt8]
        let outcome: Outcome
    }

    private static func hideout(_ name: String, _ file: [UInt8], _ outcome: Outcome = .dropped) -> Hideout {
        Hideout(testDescription: name, file: file, outcome: outcome)
    }

    private static func segment(_ marker: UInt8, _ head: String, _ tail: String = secret) -> [UInt8] {
        SampleFile.jpeg(segments: [(marker, Array(head.utf8) + Array(tail.utf8))])
    }

    private static let jpegs: [Hideout] =
        [
            hideout("APP1 of zeros and Exif", segment(0xE1, "\0\0Exif")),
            hideout("APP1 of EXIF in capitals", segment(0xE1, "EXIF\0\0")),
            hideout("XMP without its signature", segment(0xE1, "<x:xmpmeta>")),
            hideout("APP6 of a GoPro", segment(0xE6, "GoPro\0")),
            hideout("APP11 with JUMBF", segment(0xEB, "JP\0\0jumb")),
            hideout("JFXX", segment(0xE0, "JFXX\0")),
            hideout("APP14 that is too long", segment(0xEE, "Adobe\0d\0\0\0\0\u{1}")),
            hideout("JFIF that is too long", segment(0xE0, "JFIF\0\u{1}\u{2}\0\0\u{1}\0\u{1}\0\0")),
            hideout("bytes behind the picture", SampleFile.jpeg(trailer: [1, 2, 3] + Array("SECRETPLACE".utf8))),
            hideout("a movie behind the picture", SampleFile.jpeg(trailer: SampleSet.movie + secret.utf8), .refused),
            hideout(
                "a picture behind zeros",
                SampleFile.jpeg(trailer: [0, 0] + segment(0xE1, "\0\0Exif") + segment(0xE1, "EXIF\0\0"))),
            hideout(
                "extended XMP of a picture behind the first one",
                SampleFile.jpeg(trailer: segment(0xE1, "http://ns.adobe.com/xmp/extension/\0"))),
            hideout("an APP1 between the scans", lateSegment(0xE1, Array("Exif\0\0".utf8))),
            hideout("an APP5 between the scans", lateSegment(0xE5, [])),
            hideout("a picture's directory that is none", segment(0xE2, "MPF\0")),
            hideout("a colour profile that is none", segment(0xE2, "ICC_PROFILE\0\u{1}\u{1}")),
            hideout("behind a colour profile", SampleFile.jpeg(segments: [(0xE2, profileSegment + secret.utf8)])),
            hideout("a preview in IPTC", SampleFile.jpeg(photoshop: SampleFile.photoshop([(202, secret)]))),
        ] + [0x02, 0xBF, 0xC8, 0xF0, 0xFD].map { hideout("a marker \($0)", segment($0, "Exif\0\0")) }

    private static let profileSegment: [UInt8] =
        Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + [0, 0, 0, 128] + [UInt8](repeating: 0, count: 32) + Array("acsp".utf8)
        + [UInt8](repeating: 0, count: 88)

    /// A picture with a segment behind its first scan.
    private static func lateSegment(_ marker: UInt8, _ head: [UInt8]) -> [UInt8] {
        let payload = head + Array(secret.utf8)
        let segment = [0xFF, marker, 0, UInt8(payload.count + 2)] + payload
        return Array(SampleFile.jpeg().dropLast(2)) + segment + [0xFF, 0xDA, 0, 2, 7, 7, 0xFF, 0xD9]
    }

    private static let photoshop: [Hideout] = [(0x0422, true), (0x0423, true), (0x0424, false)].map { id, isEXIF in
        let exif = TIFFBuilder.camera().bytes() + [UInt8](repeating: 0, count: 2) + secret.utf8
        return hideout(
            "Photoshop's resource \(id)",
            SampleFile.jpeg(photoshop: resource(id, isEXIF ? exif : Array(packet("exif:GPSVersionID").utf8))))
    }

    private static func resource(_ id: Int, _ bytes: [UInt8]) -> [UInt8] {
        var resource = Array("8BIM".utf8)
        resource.append(id, bytes: 2)
        resource += [0, 0]
        resource.append(bytes.count, bytes: 4)
        return resource + bytes + (bytes.count % 2 == 1 ? [0] : [])
    }

    private static func packet(_ name: String, _ declaration: String = "") -> String {
        SampleFile.xmp(elements: "<\(name) \(declaration)>SECRETPLACE</\(name)>")
    }

    private static let packets: [Hideout] = [
        ("x:GPSLatitude", "xmlns:x='urn:any'"), ("undeclared:GPSLatitude", ""), ("drone:RelativeAltitude", ""),
        ("m:Location", "xmlns:m='http://ns.iview-multimedia.com/mediapro/1.0/'"), ("dc:coverage", ""),
        ("p:CountryCode", "xmlns:p='http://ns.camerabits.com/photomechanic/1.0/'"),
        ("geo:lat", "xmlns:geo='http://www.w3.org/2003/01/geo/wgs84_pos#'"),
        ("d:shotLocation", "xmlns:d='http://ns.adobe.com/xmp/1.0/DynamicMedia/'"),
        ("i:image", "xmlns:i='http://ns.adobe.com/xap/1.0/g/img/'"), ("a:LRFTargetLat", ""), ("a:locality", ""),
        ("a:verbatimCoordinates", ""), ("d:anything", "xmlns:d='http://www.dji.com/drone-dji/1.0/'"),
        ("d:municipality", "xmlns:d='http://rs.tdwg.org/dwc/index.htm'"),
        ("d:fieldNotes", "xmlns:d='http://rs.tdwg.org/dwc/terms/'"),
        ("cell:mcc", "xmlns:cell='http://developer.sonyericsson.com/cell/1.0/'"),
        ("cell:r", "xmlns:cell='http://developer.sonyericsson.com/cell/1.0/'"),
        ("d:anything", "xmlns:d='http://www.parrot.com/drone-parrot/1.0/'"),
        ("d:anything", "xmlns:d='https://www.skydio.com/drone-skydio/1.0/'"),
        ("g:pos", "xmlns:g='http://www.opengis.net/gml'"), ("g:point", "xmlns:g='http://www.georss.org/georss'"),
        ("g:name", "xmlns:g='http://www.geonames.org/ontology#'"), ("a:cellid", ""), ("f:based_near", ""),
        ("exif:MakerNote", ""),
        ("Camera:HorizCS", "xmlns:Camera='http://pix4d.com/camera/1.0/'"), ("Device:EarthPos", ""),
        ("Iptc4xmpExt:LocationCreated", "xmlns:Iptc4xmpExt='http://iptc.org/std/Iptc4xmpExt/2008-02-29/'"),
    ].map { name, declaration in hideout("XMP's \(name)", SampleFile.jpeg(xmp: packet(name, declaration))) }

    private static let oddPackets: [Hideout] = [
        hideout("a second root", SampleFile.jpeg(xmp: SampleFile.xmp() + packet("exif:GPSLatitude"))),
        hideout("a comment", SampleFile.jpeg(xmp: SampleFile.xmp(elements: "<!-- SECRETPLACE -->"))),
        hideout("text behind the packet", SampleFile.jpeg(xmp: SampleFile.xmp() + "SECRETPLACE")),
        hideout("a broken second root", SampleFile.jpeg(xmp: SampleFile.xmp() + "<a>SECRETPLACE"), .refused),
    ]

    private static let pngs: [Hideout] =
        [
            ("tEXt", "exif:GPSLatitude\0"), ("tEXt", "exif:MakerNote\0"), ("iTXt", "Location\0\0\0\0\0"),
            ("tEXt", "Longitude\0"), ("zTXt", "City\0\0"), ("zxIf", ""), ("caBX", "jumb"),
            ("zTXt", "Raw profile type exif\0\0"), ("tEXt", "Raw profile type gps\0"),
        ].map { type, head in
            hideout("PNG's \(type) \(head.prefix { $0 != "\0" })", png(type, Array(head.utf8) + Array(secret.utf8)))
        } + [
            hideout("PNG's profile 8bim", png("tEXt", profile("8bim"))),
            hideout("bytes behind PNG's end", SampleFile.png() + Array(secret.utf8), .refused),
        ]

    private static func png(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let chunk = Array(type.utf8) + data
        var bytes: [UInt8] = []
        bytes.append(data.count, bytes: 4)
        bytes += chunk
        bytes.append(Int(CRC32.checksum(chunk)), bytes: 4)
        let file = SampleFile.png()
        return Array(file[..<33]) + bytes + Array(file[33...])
    }

    private static func profile(
        _ kind: String, _ bytes: [UInt8] = SampleFile.photoshop([(90, "SECRETPLACE")])
    ) -> [UInt8] {
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return Array("Raw profile type \(kind)\0\n\(kind)\n\(bytes.count)\n\(digits)\n".utf8)
    }

    private static func webP(_ chunks: [(String, [UInt8])]) -> [UInt8] {
        let chunks = chunks.flatMap { chunk($0.0, $0.1) } + SampleFile.webP()[12...]
        var file = Array("RIFF".utf8)
        file.append(chunks.count + 4, bytes: 4, .little)
        return file + "WEBP".utf8 + chunks
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        var chunk = Array(type.utf8)
        chunk.append(data.count, bytes: 4, .little)
        return chunk + data + (data.count % 2 == 1 ? [0] : [])
    }

    private static let head: [UInt8] = [0, 0, 0, 0, 47, 0, 0, 31, 0, 0]
    private static let webPs = [
        hideout("WebP's head", webP([("VP8X", head + Array(secret.utf8))])),
        hideout(
            "behind WebP's color profile",
            webP([("VP8X", head), ("ICCP", Array(profileSegment.dropFirst(14) + Array(secret.utf8)))])),
        hideout("WebP's chunk that nobody knows", webP([("VP8X", head), ("SECR", Array(secret.utf8))])),
    ]

    private static let all = jpegs + photoshop + packets + oddPackets + pngs + webPs

    @Test func `A frame of an animation may have pixels and transparency, and nothing behind them`() throws {
        let pixels = Self.chunk("ALPH", [0, 1, 2]) + Self.chunk("VP8 ", SampleFile.picture)
        let frame = [UInt8](repeating: 0, count: 16) + pixels
        for edit in Self.removals {
            let edited = try MetadataEditor(edit).edited(Self.webP([("VP8X", Self.head), ("ANMF", frame)]))
            #expect(edited.firstRange(of: pixels) != nil)
            let longer = Self.webP([("VP8X", Self.head), ("ANMF", frame + Array("place".utf8))])
            #expect(throws: MetadataEditError.self) { try MetadataEditor(edit).edited(longer) }
        }
    }

    @Test func `Unknown critical chunks are refused in every removal`() throws {
        let frame = [UInt8](repeating: 0, count: 16) + Self.chunk("EXIF", Array(Self.secret.utf8))
        let files = [Self.png("SECr", Array(Self.secret.utf8)), Self.webP([("VP8X", Self.head), ("ANMF", frame)])]
        for file in files {
            for edit in Self.removals {
                let error = #expect(throws: MetadataEditError.self) { try MetadataEditor(edit).edited(file) }
                guard case .unknownData = error else { return #expect(Bool(false), "\(String(describing: error))") }
            }
        }
        for marker in [0xF7, 0xF8] as [UInt8] {
            let lossless = SampleFile.jpeg(segments: [(marker, [8, 0, 1, 0, 1, 1, 1, 0x11, 0])])
            for edit in Self.removals {
                #expect(throws: MetadataEditError.unsupported(.jpeg)) { try MetadataEditor(edit).edited(lossless) }
            }
        }
        let late = Self.lateSegment(0xF3, [])
        for edit in Self.removals {
            #expect(throws: MetadataEditError.self) { try MetadataEditor(edit).edited(late) }
        }
    }

    @Test func `What is no place stays: zeros behind a PNG's end, a palette's name, where the subject is`() throws {
        let png = Self.png("sPLT", Array("name\0".utf8) + [8])
        #expect(try MetadataEditor(.removeLocation).edited(png + [0, 0]) == png)
        #expect(try !String(decoding: MetadataEditor(.removeSensitive).edited(png), as: UTF8.self).contains("sPLT"))
        let subject = SampleFile.jpeg(xmp: Self.packet("exif:SubjectLocation"))
        #expect(try MetadataEditor(.removeLocation).edited(subject) == subject)
        let profile = SampleFile.jpeg(segments: [(0xE2, Self.profileSegment)])
        for edit in Self.removals { #expect(try MetadataEditor(edit).edited(profile) == profile) }
    }

    @Test func `A color profile stays, too, whose segments are not in their order`() throws {
        let profile = Self.profileSegment.dropFirst(14)
        func segment(_ number: UInt8, _ part: some Collection<UInt8>) -> (UInt8, [UInt8]) {
            (0xE2, Array("ICC_PROFILE\0".utf8) + [number, 2] + part)
        }
        let file = SampleFile.jpeg(segments: [segment(2, profile.dropFirst(64)), segment(1, profile.prefix(64))])
        for edit in Self.removals { #expect(try MetadataEditor(edit).edited(file) == file) }
        let second = SampleFile.jpeg(trailer: file)
        #expect(try MetadataEditor(.removeLocation).edited(second) == second)
    }

    @Test func `A PNG's color profile stays, and is refused if bytes follow it`() throws {
        let profile = Array(Self.profileSegment.dropFirst(14))
        func file(_ bytes: [UInt8], checksum: [UInt8] = [1, 2, 3, 4], behind: [UInt8] = []) -> [UInt8] {
            let (low, high) = (UInt8(bytes.count & 255), UInt8(bytes.count >> 8))
            let packed: [UInt8] = [0x78, 1, 1, low, high, ~low, ~high] + bytes + checksum + behind
            return Self.png("iCCP", Array("name\0\0".utf8) + packed)
        }
        for edit in Self.removals {
            for kept in [file(profile), file(profile + [0, 0]), file(profile, checksum: [])] {
                #expect(try MetadataEditor(edit).edited(kept) == kept)
            }
            for long in [file(profile + Self.secret.utf8), file(profile, behind: Array(Self.secret.utf8))] {
                #expect(throws: MetadataEditError.unknownData(at: 33)) { try MetadataEditor(edit).edited(long) }
            }
            let none = file(Array(Self.secret.utf8))
            #expect(try MetadataEditor(edit).edited(none) == SampleFile.png())
        }
    }

    @Test func `A color profile in a PNG's text stays as far as it says to go where the place goes`() throws {
        let own = Array(Self.profileSegment.dropFirst(14))
        let file = Self.png("tEXt", Self.profile("icc", own))
        #expect(try MetadataEditor(.removeLocation).edited(file) == file)
        let long = Self.png("tEXt", Self.profile("icc", own + Self.secret.utf8))
        let edited = try String(decoding: MetadataEditor(.removeLocation).edited(long), as: UTF8.self)
        // The text is in hexadecimal.
        #expect(edited.contains("61637370") && !edited.contains("534543524554"))
        let none = Self.png("tEXt", Self.profile("icc", Array(Self.secret.utf8)))
        #expect(try MetadataEditor(.removeLocation).edited(none) == SampleFile.png())
        #expect(try MetadataEditor(.removeSensitive).edited(file) == SampleFile.png())
    }

    @Test func `A PNG's measures stay where the place goes, as long as they are what the standard has`() throws {
        let chunks: [(String, [UInt8])] = [
            ("sCAL", Array("\u{1}0.5\0000.5".utf8)), ("pCAL", Array("scale\0\0\0\0\0\0\0\0\0\0\0m\0".utf8)),
            ("sTER", [1]), ("vpAg", [0, 0, 0, 9, 0, 0, 0, 9, 0]), ("oFFs", [0, 0, 0, 9, 0, 0, 0, 9, 0]),
        ]
        for (type, data) in chunks {
            let file = Self.png(type, data)
            #expect(try MetadataEditor(.removeLocation).edited(file) == file, "\(type)")
            #expect(try !String(decoding: MetadataEditor(.removeSensitive).edited(file), as: UTF8.self).contains(type))
            let hidden = Self.png(type, data + Array(Self.secret.utf8))
            #expect(
                try !String(decoding: MetadataEditor(.removeLocation).edited(hidden), as: UTF8.self).contains("SECRET"))
        }
    }

    @Test(arguments: all) func `A hidden place is gone, or the edit is refused`(hideout: Hideout) throws {
        for edit in Self.removals {
            let edited = try? MetadataEditor(edit).edited(hideout.file)
            #expect((edited == nil) == (hideout.outcome == .refused && edit == .removeLocation))
            guard let edited else { continue }
            let text = String(decoding: edited, as: UTF8.self)
            // In a PNG's profile the place is in hexadecimal.
            #expect(!text.contains("SECRET") && !text.contains("534543524554") && !text.contains("GPS"))
            let previews = edit == .removeLocation
            #expect(PictureData(of: edited, previews: previews) == PictureData(of: hideout.file, previews: previews))
        }
    }

    @Test func `Two IPTC blocks among Photoshop's resources both lose the place`() throws {
        let resources = SampleFile.photoshop([(116, "Ana")]) + SampleFile.photoshop([(90, "SECRETPLACE"), (5, "T")])
        let edited = try MetadataEditor(.removeLocation).edited(SampleFile.jpeg(photoshop: resources))
        #expect(!String(decoding: edited, as: UTF8.self).contains("SECRET"))
        #expect(try ImageMetadata(edited).iptc.copyright == "Ana")
    }

    @Test func `Extended XMP that changes has the digest of what it is now as its name, in both places`() throws {
        let packet = Array(SampleSet.xmp.utf8)
        let name = String(repeating: "A", count: 32)
        let builder = TIFFBuilder()
        let head = Array("http://ns.adobe.com/xmp/extension/\0\(name)".utf8)
        let part = head + builder.number(packet.count, 4) + builder.number(0, 4) + packet
        let main = SampleFile.xmp(attributes: "xmlns:n='http://ns.adobe.com/xmp/note/' n:HasExtendedXMP='\(name)'")
        let edited = try MetadataEditor(.removeLocation).edited(SampleFile.jpeg(xmp: main, segments: [(0xE1, part)]))
        let new = try #require(try ImageMetadata(edited).xmp.text("HasExtendedXMP", in: .note))
        let text = String(decoding: edited, as: UTF8.self)
        #expect(new != name && text.contains("extension/\0" + new) && !text.contains(name))
        let start = try #require(edited.indices.first { edited[$0...].starts(with: "extension/\0".utf8) }) + 51
        let digest = MD5.digest(of: Array(edited[start..<start + packet.count]))
        #expect(digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined() == new)
        #expect(MD5.digest(of: Array("abc".utf8)).prefix(4) == [0x90, 0x01, 0x50, 0x98])
    }
}
