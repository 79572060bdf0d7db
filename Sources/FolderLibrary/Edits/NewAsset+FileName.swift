#if FolderLibrary || canImport(Darwin)
import CameraRoll

extension NewAsset.Resource {
    /// The longest name with room for a number behind it, within a system's limit of 255 bytes.
    private static let longestName = 248

    /// Throws if a file name is invalid in the folder of photos, leads out of it, or is hidden in it.
    func checkFileName(_ placeholder: AssetPlaceholder) throws(EditError) {
        guard let fileName, let reason = Self.fault(of: fileName) else { return }
        throw .invalidResource(placeholder, reason: "the name '\(fileName)' \(reason)")
    }

    private static func fault(of name: String) -> String? {
        if name.isEmpty { return "is empty" }
        if name.utf8.contains(47) { return "has a slash in it: files are created in the root only" }
        if name.utf8.contains(0) { return "has a zero in it" }
        if name.hasPrefix(".") { return "begins with a dot: hidden files are not shown" }
        if name.utf8.count > longestName {
            return "has \(name.utf8.count) bytes, and at most \(longestName) are allowed"
        }
        return nil
    }
}
#endif
