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
        case .removePlace: editor.remove(PlaceNames.datasets)
        case .setCaptureDate(let date):
            guard editor.has(55) || editor.has(60) else { return }
            try editor.set(55, to: date.iptcDay)
            try editor.set(60, to: date.iptcTime)
        case .setOrientation, .setCopyright, .removeSensitive: return
        }
    }

    /// Photoshop's resources with this change to the IPTC block among them; nil where none are left or needed.
    func changed(photoshop bytes: [UInt8]?, at position: Int) throws(MetadataEditError) -> [UInt8]? {
        if self == .removeSensitive { return nil }
        var editor = try PhotoshopEditor(bytes ?? [], at: position)
        let changed = try changed(iptc: editor.iptc, at: position)
        guard changed != editor.iptc else { return bytes }
        editor.iptc = changed
        let new = editor.bytes
        return new.isEmpty ? nil : new
    }
}

extension MetadataDate {
    /// The day as IPTC writes it: `20230419`.
    var iptcDay: String {
        Self.digits(year, 4) + Self.digits(month) + Self.digits(day)
    }

    /// The time as IPTC writes it: `101112+0200`, without a zone where none is known.
    var iptcTime: String {
        [hour, minute, second].map { Self.digits($0) }.joined() + (offsetText?.replacing(":", with: "") ?? "")
    }
}
