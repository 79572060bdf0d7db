// swift-tools-version: 6.2

import PackageDescription

/// The C libraries of codecs and of a folder of photos, on Linux; Apple systems have their own.
///
/// With a prefix, since no two targets of an app's packages may have the same name.
let codecLibraries = [
    "CameraRollCTurboJPEG", "CameraRollCHEIF", "CameraRollCWebP", "CameraRollCPNG", "CameraRollCTIFF", "CameraRollCGIF",
]
let sqlite = "CameraRollCSQLite"

/// What each target of the core's tests depends on.
let coreTests: [Target.Dependency] = [
    "CameraRoll", "CameraRollBrowsing", "CameraRollTesting", "PhotoMetadataEditing", "SyntheticLibrary", "TestSupport",
]
/// Tests of the core, by its folders: after a change of the core, only what uses it is built again.
let coreTestTargets: [Target] =
    [.testTarget(name: "CoreTestSupport", dependencies: coreTests)]
    + ["AccessTests", "ImagesTests", "RepositoriesTests", "BrowsingTests", "DocumentationTests"].map {
        .testTarget(name: $0, dependencies: ["CoreTestSupport"] + coreTests)
    }

// Without the trait FolderLibrary, the products FolderLibrary and CameraRollCodecs are empty on Linux.
var traits: Set<Trait> = [
    .trait(name: "FolderLibrary", description: "Folders and codecs on Linux; their C libraries must be installed.")
]
#if os(Linux)
    /// Apple's App Store reads the manifests of what an app is made of; elsewhere they are excluded, not copied.
    let privacyManifest: [Resource] = []
    let withoutManifest = ["PrivacyInfo.xcprivacy"]

    func linked(_ libraries: [String]) -> [Target.Dependency] {
        libraries.map { .target(name: $0, condition: .when(traits: ["FolderLibrary"])) }
    }
    /// Stands for Apple's Photos where there is none; elsewhere it is no target, and is never mistaken for Photos.
    let photosDouble = [Target.Dependency.target(name: "PhotosDouble", condition: .when(traits: ["PhotosDouble"]))]
    // Without the trait PhotosDouble, the product CameraRollPhotos is empty on Linux, and so are its tests.
    traits.insert(
        .trait(
            name: "PhotosDouble", description: "Tests of CameraRollPhotos on Linux, with a double of Apple's Photos."))
    let linuxTargets: [Target] =
        [
            .target(name: "PhotosDouble", path: "Tests/PhotosDouble"),
            .testTarget(name: "PhotosDoubleTests", dependencies: photosDouble + ["TestSupport"]),
        ]
        + ([sqlite] + codecLibraries).map { .systemLibrary(name: $0, path: "Sources/SystemLibraries/\($0)") }
#else
    let privacyManifest = [Resource.copy("PrivacyInfo.xcprivacy")]
    let withoutManifest: [String] = []
    func linked(_ libraries: [String]) -> [Target.Dependency] { [] }
    let photosDouble: [Target.Dependency] = []
    let linuxTargets: [Target] = []
#endif

let package = Package(
    name: "CameraRoll",
    defaultLocalization: "en",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2), .macCatalyst(.v18)],
    products: [
        .library(name: "CameraRoll", targets: ["CameraRoll"]),
        .library(name: "CameraRollBrowsing", targets: ["CameraRollBrowsing"]),
        .library(name: "PhotoMetadata", targets: ["PhotoMetadata"]),
        .library(name: "PhotoMetadataEditing", targets: ["PhotoMetadataEditing"]),
        .library(name: "CameraRollCodecs", targets: ["CameraRollCodecs"]),
        .library(name: "SyntheticLibrary", targets: ["SyntheticLibrary"]),
        .library(name: "FolderLibrary", targets: ["FolderLibrary"]),
        .library(name: "CameraRollPhotos", targets: ["CameraRollPhotos"]),
        .library(name: "CameraRollUI", targets: ["CameraRollUI"]),
        .library(name: "CameraRollTesting", targets: ["CameraRollTesting"]),
    ],
    traits: traits,
    targets: [
        .target(name: "PhotoMetadata", exclude: withoutManifest, resources: privacyManifest),
        .target(
            name: "PhotoMetadataEditing", dependencies: ["PhotoMetadata"], exclude: withoutManifest,
            resources: privacyManifest),
        .target(name: "CameraRoll", dependencies: ["PhotoMetadata"]),
        .target(name: "CameraRollBrowsing", dependencies: ["CameraRoll", "PhotoMetadata", "PhotoMetadataEditing"]),
        // What libraries share that carry out edits by themselves; no product has it.
        .target(name: "LibraryEditing", dependencies: ["CameraRoll"]),
        .target(name: "SyntheticLibrary", dependencies: ["CameraRoll", "LibraryEditing"]),
        .target(
            name: "CameraRollCodecs", dependencies: ["CameraRoll", "PhotoMetadataEditing"] + linked(codecLibraries)),
        .target(
            name: "FolderLibrary",
            dependencies: ["CameraRoll", "CameraRollCodecs", "LibraryEditing"] + linked([sqlite]),
            exclude: withoutManifest, resources: privacyManifest),
        .target(name: "CameraRollPhotos", dependencies: ["CameraRoll"] + photosDouble),
        // On Linux this target has texts only; .ci/check-views type-checks its views.
        .target(
            name: "CameraRollUI", dependencies: ["CameraRollBrowsing"], resources: [.process("Resources")],
            swiftSettings: [.defaultIsolation(MainActor.self)]),
        // Screens as SVG, from the models and the texts of the views; no product has it.
        .target(name: "ScreenDrawing", dependencies: ["CameraRoll", "CameraRollUI", "SyntheticLibrary"]),
        .target(name: "CameraRollTesting", dependencies: ["CameraRollBrowsing", "SyntheticLibrary"]),
        // No product, so that an app does not get it; 'swift run benchmarks' builds it here.
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "CameraRollBrowsing", "PhotoMetadataEditing", "SyntheticLibrary", "CameraRollCodecs", "FolderLibrary",
                "ScreenDrawing",
            ],
            path: "Benchmarks",
            exclude: ["Pictures", "RESULTS.md", "results.json"]
        ),
        .executableTarget(
            name: "demo",
            dependencies: [
                "CameraRoll", "CameraRollUI", "SyntheticLibrary", "FolderLibrary",
                .target(name: "ScreenDrawing", condition: .when(platforms: [.linux])),
            ]
        ),
        // What tests of more than one target use; no product has it.
        // A target of tests only because it imports Testing.
        .testTarget(name: "TestSupport", dependencies: ["PhotoMetadata", "PhotoMetadataEditing"]),
        .testTarget(
            name: "PhotoMetadataTests", dependencies: ["PhotoMetadata", "PhotoMetadataEditing", "TestSupport"]),
        .testTarget(name: "LibraryEditingTests", dependencies: ["LibraryEditing", "CameraRoll"]),
        .testTarget(
            name: "SyntheticLibraryTests",
            dependencies: ["SyntheticLibrary", "CameraRollTesting", "PhotoMetadataEditing", "TestSupport"]
        ),
        .testTarget(
            name: "CameraRollTestingTests",
            dependencies: ["CameraRollTesting", "SyntheticLibrary", "TestSupport"]
        ),
        .testTarget(
            name: "CameraRollCodecsTests",
            dependencies: [
                "CameraRollCodecs", "CameraRollBrowsing", "CameraRollTesting", "PhotoMetadataEditing", "TestSupport",
            ]
        ),
        .testTarget(
            name: "FolderLibraryTests",
            dependencies: [
                "FolderLibrary", "CameraRollCodecs", "PhotoMetadata", "PhotoMetadataEditing", "CameraRollTesting",
                "SyntheticLibrary", "TestSupport",
            ],
            exclude: ["Indexes"]
        ),
        .testTarget(
            name: "CameraRollPhotosTests",
            dependencies: ["CameraRollPhotos", "CameraRoll", "CameraRollTesting", "SyntheticLibrary", "TestSupport"]
                + photosDouble
        ),
        .testTarget(
            name: "CameraRollPhotosDeviceTests", dependencies: ["CameraRollPhotos", "CameraRollTesting"]),
        .testTarget(name: "CameraRollUIDeviceTests", dependencies: ["CameraRollUI"]),
        .testTarget(
            name: "ScreenDrawingTests", dependencies: ["ScreenDrawing", "SyntheticLibrary", "TestSupport"],
            exclude: ["Outlines"]),
        .testTarget(name: "BenchmarksTests", dependencies: ["benchmarks", "SyntheticLibrary", "TestSupport"]),
    ] + coreTestTargets + linuxTargets,
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .enableUpcomingFeature("InferIsolatedConformances"),
        ]
}

// What has no threads is not built for the Thread Sanitizer, except at night: a fifth of the build.
if Context.environment["CAMERAROLL_THREADS_ONLY"] != nil {
    let pure = ["PhotoMetadataTests", "BenchmarksTests", "ScreenDrawingTests", "benchmarks", "demo"]
    package.targets.removeAll { pure.contains($0.name) }
}
