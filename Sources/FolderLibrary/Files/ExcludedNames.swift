#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// The names, patterns and paths of ``FolderConfiguration/excluded``, by folder.
struct ExcludedNames: Sendable {
    private let everywhere: [NamePattern]
    private let all: NamePatterns
    /// The patterns of paths from the root.
    private let paths: [[NamePattern]]

    init(_ texts: [String]) {
        // A slash at the end only marks a folder.
        let isPath = { (text: String) in text.dropLast().contains("/") }
        everywhere = texts.filter { !isPath($0) }.flatMap { $0.split(separator: "/") }.map { NamePattern($0) }
        paths = texts.filter(isPath).map { $0.split(separator: "/").map { NamePattern($0) } }
        all = NamePatterns(everywhere)
    }

    /// The patterns of names in the folder at a path from the root.
    func patterns(in path: [[UInt8]]) -> NamePatterns {
        let here = paths.filter { pattern in
            pattern.count == path.count + 1 && zip(pattern, path).allSatisfy { $0.matches($1) }
        }
        return here.isEmpty ? all : NamePatterns(everywhere + here.compactMap(\.last))
    }

    /// The longest pattern, in bytes; the names of files have at most 255.
    private static let longest = 1_024

    /// Throws if a name, pattern or path can match nothing, or has only asterisks.
    static func validate(_ text: String) throws(InvalidArgument) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let names = parts.dropFirst(parts.first == "" ? 1 : 0).dropLast(parts.last == "" ? 1 : 0)
        let isUsable = !names.isEmpty && names.allSatisfy { !["", ".", ".."].contains($0) }
        guard isUsable, text.utf8.count <= longest, !text.utf8.contains(0) else {
            throw InvalidArgument("excluded name", "'\(text)'", allowed: "a name, a pattern, or a path from the root")
        }
        guard names.contains(where: { $0.contains { $0 != "*" } }) else {
            throw InvalidArgument("excluded name", "'\(text)'", allowed: "a pattern that leaves some photos")
        }
    }
}
#endif
