extension MetadataEdit {
    /// The XMP packet with this change; nil where none is left, or was needed.
    ///
    /// - Throws: `.damaged`.
    func changed(xmp packet: [UInt8]?, at position: Int) throws(MetadataEditError) -> [UInt8]? {
        switch self {
        case .removeSensitive: return nil
        case .setCopyright(let text):
            var editor = try XMPEditor(packet, at: position)
            editor.setAlternative("rights", .dublinCore, prefix: "dc", to: text)
            return try editor.packet(of: packet, at: position)
        default:
            guard let packet else { return nil }
            var editor = try XMPEditor(packet, at: position)
            change(&editor)
            return try self == .removePlace ? editor.packet(at: position) : editor.packet(of: packet, at: position)
        }
    }

    /// What is changed only where it is there already.
    private func change(_ editor: inout XMPEditor) {
        switch self {
        case .removePlace: editor.removePlace()
        case .removeCopyright:
            editor.remove("rights", .dublinCore)
            editor.remove("Copyright", .tiff)
        case .setOrientation(let orientation):
            guard editor.has("Orientation", .tiff) else { return }
            editor.set("Orientation", .tiff, prefix: "tiff", to: String(orientation.rawValue))
        case .setCaptureDate(let date):
            let dates: [(String, XMPNamespace, String)] = [
                ("DateTimeOriginal", .exif, "exif"), ("DateTimeDigitized", .exif, "exif"),
                ("DateCreated", .photoshop, "photoshop"), ("CreateDate", .basic, "xmp"),
            ]
            for (name, namespace, prefix) in dates where editor.has(name, namespace) {
                editor.set(name, namespace, prefix: prefix, to: date.description)
            }
        case .setCopyright, .removeSensitive: return
        }
    }
}

extension XMPEditor {
    /// The packet with all changes, and with the length of the old one where it is padded for that.
    fileprivate func packet(of old: [UInt8]?, at position: Int) throws(MetadataEditError) -> [UInt8] {
        let new = try packet(at: position)
        return old.map { Self.padded(new, like: $0) } ?? new
    }
}
