import Testing

@testable import benchmarks

/// The command line of the benchmarks.
@Suite struct OptionsTests {
    @Test func `Nothing asks for everything at its defaults`() throws {
        let options = try Options([])
        #expect(options.scenarios.isEmpty && options.assets == nil && options.seconds == nil && options.seed == 1)
        #expect(!options.isQuick && !options.listsOnly && !options.showsHelp && options.jsonPath == nil)
    }

    @Test func `All options are read, in any place`() throws {
        let options = try Options(
            ["open", "--assets", "5000", "--seed", "9", "stall", "--seconds", "2.5", "--quick", "--json", "out.json"])
        #expect(options.scenarios == ["open", "stall"])
        #expect(options.assets == 5_000 && options.seed == 9 && options.seconds == 2.5)
        #expect(options.isQuick && options.jsonPath == "out.json")
    }

    @Test func `What is printed and published has its options`() throws {
        let options = try Options(["--all", "--explain", "--publish", "run.json", "--check-published"])
        #expect(options.showsAll && options.explains && options.checksPublished)
        #expect(options.publishedPath == "run.json")
    }

    @Test func `Page, pictures and baselines have their places`() throws {
        let options = try Options([
            "--html", "a.html", "--svg", "b", "--save-baseline", "c", "--baseline", "d", "--fail-on-regression", "7.5",
        ])
        #expect(options.htmlPath == "a.html" && options.svgFolder == "b" && options.savedBaselinePath == "c")
        #expect(options.baselinePath == "d" && options.allowedRegression == 7.5)
    }

    @Test(arguments: [
        (["open"], ["open", "page"]), (["page"], ["page"]), (["executor", "stall"], ["stall", "executor"]),
        (["scroll", "changes", "changes"], ["scroll", "images", "changes"]), (["browse"], ["browse"]),
        (["stall", "scroll", "--library", "/"], ["stall", "scroll"]), ([], Benchmarks.scenarios.map(\.name)),
    ])
    func `A section's name runs the scenarios that share it, and each of the others alone`(
        arguments: [String], names: [String]
    ) throws {
        #expect(try Benchmarks.choose(try Options(arguments)).map(\.name) == names)
    }

    @Test func `A scenario that does not exist is refused`() {
        #expect(throws: UsageError.self) { try Benchmarks.choose(try Options(["open", "storm"])) }
    }

    @Test func `A path belongs to the metadata, wherever it stands behind it`() throws {
        let options = try Options(["metadata", "open", "/some/photos", "--quick"])
        #expect(options.path == "/some/photos" && options.scenarios == ["metadata", "open"])
    }

    @Test func `A path that leads to nothing is refused before anything runs`() throws {
        try Options(["metadata", "/"]).validatePaths()
        try Options(["open"]).validatePaths()
        #expect(throws: UsageError.self) { try Options(["metadata", "/no/such/folder"]).validatePaths() }
        try Options(["open", "page", "--library", "/"]).validatePaths()
        for arguments in [["open", "--library", "/no/such/folder"], ["--library", "/"], ["scale", "--library", "/"]] {
            #expect(throws: UsageError.self) { try Options(arguments).validatePaths() }
        }
    }

    @Test(arguments: [
        (["--assets"], "'--assets' needs a value."), (["--assets", "many"], "not 'many'"),
        (["--assets", "-5"], "not '-5'"), (["--assets", "99999999999"], "not '99999999999'"),
        (["--seconds", "0"], "not '0'"), (["--seconds", "nan"], "not 'nan'"), (["--seed", "-1"], "not '-1'"),
        (["open", "a/b"], "'a/b', must follow"), (["metadata", "a/b", "./c"], "'a/b' and './c'"),
        (["--fail-on-regression", "5"], "needs a '--baseline'"), (["--html"], "'--html' needs a value."),
        (["--baseline", "x", "--fail-on-regression", "-1"], "not '-1'"),
        (["--fast"], "Unknown option '--fast'."), (["--json"], "'--json' needs a value."),
    ])
    func `A command line that makes no sense is refused, and the value named`(arguments: [String], part: String) {
        #expect {
            try Options(arguments)
        } throws: { error in
            "\(error)".contains(part)
        }
    }
}
