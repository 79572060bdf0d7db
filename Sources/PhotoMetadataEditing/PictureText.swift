import PhotoMetadata

/// Texts about the picture for which EXIF, XMP, IPTC and PNG have places of their own, and where these are.
struct PictureText {
    enum Kind {
        case title, caption, keywords, copyright
    }

    let kind: Kind
    /// One text, or the keywords, without blanks around them; none if they are to be removed.
    let texts: [String]

    /// EXIF's tag in the first directory, if it has one.
    var tag: UInt16? {
        switch kind {
        case .caption: 0x010E
        case .copyright: 0x8298
        case .title, .keywords: nil
        }
    }

    /// Microsoft's tag in the first directory, which is set if it is there.
    var microsoftTag: UInt16? {
        switch kind {
        case .title: 0x9C9B
        case .keywords: 0x9C9E
        case .caption, .copyright: nil
        }
    }

    /// The name of the property in Dublin Core.
    var property: String {
        switch kind {
        case .title: "title"
        case .caption: "description"
        case .keywords: "subject"
        case .copyright: "rights"
        }
    }

    /// The properties in which programs repeat the texts; they are removed, since they would say the old ones.
    var copies: [(name: String, namespace: XMPNamespace)] {
        switch kind {
        case .title: []
        case .caption: [("ImageDescription", .tiff)]
        case .keywords:
            [("hierarchicalSubject", .lightroom), ("TagsList", .digiKam), ("LastKeywordXMP", .microsoft)]
        case .copyright: [("Copyright", .tiff)]
        }
    }

    var content: XMPPropertyContent? {
        kind == .keywords ? texts.isEmpty ? nil : .list("Bag", texts) : texts.first.map { .alternative($0) }
    }

    /// The number in IPTC's record of the picture.
    var dataset: UInt8 {
        switch kind {
        case .title: 5
        case .caption: 120
        case .keywords: 25
        case .copyright: 116
        }
    }

    /// The texts as far as IPTC has room for them: whole characters.
    var shortTexts: [String] {
        switch kind {
        case .title, .keywords: texts.map { Self.prefix(of: $0, bytes: 64) }
        case .caption: texts.map { Self.prefix(of: $0, bytes: 2_000) }
        // Notices were always written whole, and readers accept them.
        case .copyright: texts
        }
    }

    /// The keyword of a PNG's text, which is set if it is there.
    var keyword: String? {
        switch kind {
        case .title: "Title"
        case .caption: "Description"
        case .keywords: nil
        case .copyright: "Copyright"
        }
    }

    /// The beginning of a text; of a first character that is longer than the limit, the beginning of that one.
    private static func prefix(of text: String, bytes limit: Int) -> String {
        var count = 0
        let whole = text.prefix { character in
            count += character.utf8.count
            return count <= limit
        }
        if !whole.isEmpty { return String(whole) }
        count = 0
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix { scalar in
                    count += UTF8.width(scalar)
                    return count <= limit
                }))
    }
}

extension MetadataEdit {
    /// The texts that the edit sets or removes; nil for other edits.
    var pictureText: PictureText? {
        switch self {
        case .setTitle(let text): PictureText(.title, [text])
        case .setCaption(let text): PictureText(.caption, [text])
        case .setKeywords(let words): PictureText(.keywords, words)
        case .setCopyright(let text): PictureText(.copyright, [text])
        case .removeTitle: PictureText(.title, [])
        case .removeCaption: PictureText(.caption, [])
        case .removeKeywords: PictureText(.keywords, [])
        case .removeCopyright: PictureText(.copyright, [])
        case .removeLocation, .removeSensitive, .setOrientation, .setCaptureDate, .setTimeZone, .removeTimeZone,
            .setLocation, .setRating, .removeRating:
            nil
        }
    }

    /// Whether the edit sets texts, and so adds the blocks that have a place for them.
    var setsText: Bool { pictureText.map { !$0.texts.isEmpty } ?? false }
}

extension PictureText {
    fileprivate init(_ kind: Kind, _ texts: [String]) {
        (self.kind, self.texts) = (kind, texts.map(Self.trimmed))
    }

    /// A text without the blanks that readers of XMP drop.
    private static func trimmed(_ text: String) -> String {
        let isBlank = { (scalar: Unicode.Scalar) in scalar.value <= 0x20 }
        let rest = text.unicodeScalars.drop(while: isBlank).reversed().drop(while: isBlank)
        return String(String.UnicodeScalarView(rest.reversed()))
    }
}

extension XMPNamespace {
    static let lightroom = XMPNamespace(rawValue: "http://ns.adobe.com/lightroom/1.0/")
    static let digiKam = XMPNamespace(rawValue: "http://www.digikam.org/ns/1.0/")
    static let microsoft = XMPNamespace(rawValue: "http://ns.microsoft.com/photo/1.0/")
}
