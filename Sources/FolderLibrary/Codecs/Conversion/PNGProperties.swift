#if FolderLibrary && os(Linux)
import CameraRoll

/// The XMP properties for the texts of a PNG (PNG, 11.3.3.1).
enum PNGProperties {
    private enum Form {
        case simple, date, sequence, alternative
    }

    private static let all: [String: (name: String, namespace: XMPNamespace, prefix: String, form: Form)] = [
        "Title": ("title", .dublinCore, "dc", .alternative),
        "Author": ("creator", .dublinCore, "dc", .sequence),
        "Description": ("description", .dublinCore, "dc", .alternative),
        "Copyright": ("rights", .dublinCore, "dc", .alternative),
        "Comment": ("UserComment", .exif, "exif", .alternative),
        "Software": ("CreatorTool", .basic, "xmp", .simple),
        "Creation Time": ("CreateDate", .basic, "xmp", .date),
    ]

    /// The packet with texts added whose properties it lacks; nil if there is nothing to keep.
    ///
    /// Of several texts with one keyword the first counts. A malformed packet is kept as it is.
    static func packet(_ packet: [UInt8], adding texts: [PNGText]) -> [UInt8]? {
        var open = all
        let kept = packet.isEmpty ? nil : packet
        guard var editor = try? XMPEditor(kept) else { return kept }
        var isChanged = false
        for text in texts where !text.text.isEmpty {
            guard let property = open.removeValue(forKey: text.keyword),
                !editor.has(property.name, property.namespace)
            else { continue }
            let value = String(String.UnicodeScalarView(text.text.unicodeScalars.filter(isAllowed)))
            switch property.form {
            case .simple: editor.set(property.name, property.namespace, prefix: property.prefix, to: value)
            case .sequence: editor.setSequence(property.name, property.namespace, prefix: property.prefix, to: value)
            case .alternative:
                editor.setAlternative(property.name, property.namespace, prefix: property.prefix, to: value)
            case .date:
                guard let date = MetadataDate(value) else { continue }
                editor.set(property.name, property.namespace, prefix: property.prefix, to: date.description)
            }
            isChanged = true
        }
        return isChanged ? (try? editor.packet()) ?? kept : kept
    }

    /// XML 1.0 does not allow other control characters.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20 && scalar.value & 0xFFFE != 0xFFFE || [9, 10, 13].contains(scalar.value)
    }
}
#endif
