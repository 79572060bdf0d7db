extension MetadataEdit {
    /// The IPTC block with this change; empty where nothing is left, nil where there is none and none is needed.
    ///
    /// - Throws: `.damaged`, `.unencodable`, `.tooLong`.
    func changed(iptc bytes: [UInt8]?, at position: Int) throws(MetadataEditError) -> [UInt8]? {
        switch self {
        case .removeSensitive: return bytes == nil ? nil : []
        case .setCopyright(let text):
            var editor = try IPTCEditor(bytes ?? [], at: position)
            try editor.set(116, to: text)
            return editor.bytes
        default:
            guard let bytes else { return nil }
            var editor = try IPTCEditor(bytes, at: position)
            try change(&editor)
            return editor.bytes
        }
    }

    private func change(_ editor: inout IPTCEditor) throws(MetadataEditError) {
        switch self {
        case .removePlace: editor.removePlace()
        case .setCaptureDate(let date):
            guard editor.has(55) || editor.has(60) else { return }
            try editor.set(55, to: date.iptcDay)
            if let time = date.iptcTime { try editor.set(60, to: time) } else { editor.remove([60]) }
        case .removeCopyright: editor.remove([116])
        case .setOrientation, .setCopyright, .removeSensitive: return
        }
    }
}

extension MetadataDate {
    /// The day as IPTC writes it: `20230419`.
    var iptcDay: String {
        Self.digits(year, 4) + Self.digits(month) + Self.digits(day)
    }

    /// The time as IPTC writes it, in eleven characters: `101112+0200`; nil where no zone is known.
    var iptcTime: String? {
        // IPTC's minutes have sixty seconds.
        offsetText.map { zone in
            [hour, minute, min(second, 59)].map { Self.digits($0) }.joined() + zone.replacing(":", with: "")
        }
    }
}
