import CameraRoll
import Foundation
import Testing

/// What holds for the README and the articles of all modules: their examples are compiled, and nothing is left out.
@Suite struct DocumentationTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    private static let modules = [
        "CameraRoll", "CameraRollBrowsing", "PhotoMetadata", "PhotoMetadataEditing", "CameraRollCodecs",
        "SyntheticLibrary", "FolderLibrary", "CameraRollTesting",
    ]

    /// The README and each article.
    private static let texts: [String] =
        ["README.md"]
        + modules.flatMap { module in
            files(in: "Sources/\(module)/\(module).docc", "md").map { "Sources/\(module)/\(module).docc/\($0)" }
        }

    /// The sources of the examples, which the test targets compile.
    private static let examples: [[String]] = [
        "DocumentationTests", "PhotoMetadataTests/Documentation", "CameraRollCodecsTests/Documentation",
        "FolderLibraryTests/Documentation",
    ]
    .flatMap { folder in files(in: "Tests/\(folder)", "swift").map { "Tests/\(folder)/\($0)" } }
    .map { lines(of: text($0)) }

    private static func files(in folder: String, _ suffix: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
        return (names?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix("." + suffix) }.sorted()
    }

    private static func text(_ path: String) -> String {
        (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
    }

    /// The lines of a text without indentation, and with single spaces before comments.
    private static func lines(of text: some StringProtocol) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.split(separator: " ").joined(separator: " ")
        }
    }

    /// The examples in Swift of a text.
    private static func snippets(of text: String) -> [String] {
        text.components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
    }

    @Test(arguments: texts)
    func `Every example is compiled, line by line`(path: String) {
        for snippet in Self.snippets(of: Self.text(path)) {
            let lines = Self.lines(of: snippet).dropLast()
            let isCompiled = Self.examples.contains { $0.contains(lines) }
            #expect(isCompiled, "No file in Tests/*/Documentation has these lines of \(path):\n\(snippet)")
        }
    }

    /// The code in the second column of the table of calls; a row of `CameraRollUI` needs UIKit.
    private static var calls: [String] {
        let article = text("Sources/CameraRoll/CameraRoll.docc/CallsAtAGlance.md")
        let rows = article.components(separatedBy: "### Errors")[0].split(separator: "\n")
        return rows.filter { $0.hasPrefix("| ") && !$0.contains("`CameraRollUI`") }.flatMap { row in
            row.split(separator: " | ").dropFirst().joined().matches(of: /`([^`]+)`/).map { String($0.1) }
        }
    }

    /// Whether a line has some code, in which `…` stands for anything.
    private static func has(_ code: String, _ line: String) -> Bool {
        var rest = line[...]
        return code.components(separatedBy: "…").allSatisfy { part in
            guard let place = rest.firstRange(of: part) else { return false }
            rest = rest[place.upperBound...]
            return true
        }
    }

    @Test func `Every call of the table of calls is compiled`() {
        let lines = Self.examples.flatMap(\.self)
        let missing = Self.calls.filter { call in !lines.contains { Self.has(call, $0) } }
        #expect(missing == [], "No line in Tests/*/Documentation has this code of the table of calls")
        #expect(Self.calls.count > 50)
    }

    @Test(arguments: modules)
    func `Every public type is listed under a heading of its module's articles`(module: String) {
        let listed = Self.files(in: "Sources/\(module)/\(module).docc", "md")
            .map { Self.text("Sources/\(module)/\(module).docc/\($0)") }
            .flatMap { Self.lines(of: $0.components(separatedBy: "## Topics").dropFirst().joined()) }
        let declaration =
            #/
            ^(?:@\w+(?:\([^)]*\))?\ )*(?:public|open)\ (?:final\ |indirect\ )*
            (?:struct|class|enum|actor|protocol|func)\ (\w+)
            /#
        for file in Self.files(in: "Sources/\(module)", "swift") {
            for line in Self.text("Sources/\(module)/\(file)").split(separator: "\n") {
                guard let name = try? declaration.firstMatch(in: line)?.1 else { continue }
                let isListed = listed.contains { link in
                    link == "- ``\(name)``" || link == "- ``\(module)/\(name)``" || link.hasPrefix("- ``\(name)(")
                }
                #expect(isListed, "\(name) of \(file) is under no heading of \(module).docc")
            }
        }
    }

    @Test func `The README has at most 150 lines`() {
        #expect(Self.text("README.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
    }

    @Test func `The README links to files that exist`() {
        let links = Self.text("README.md").matches(of: /\]\(([^)#:]+)\)/).map { String($0.1) }
        let missing = links.filter { !FileManager.default.fileExists(atPath: Self.root.appending(path: $0).path) }
        #expect(missing == [])
    }
}
