// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]

/// What codecs and a folder of photos need on Linux; Apple systems have their own.
let codecLibraries = [
    "CameraRollCTurboJPEG", "CameraRollCHEIF", "CameraRollCWebP", "CameraRollCPNG", "CameraRollCTIFF", "CameraRollCGIF",
]
let systemLibraries = ["CameraRollCSQLite"] + codecLibraries
func onLinux(_ libraries: [String]) -> [Target.Dependency] {
    libraries.map { .target(name: $0, condition: .when(platforms: [.linux], traits: ["FolderLibrary"])) }
}

/// What each target of the core's tests depends on.
let coreTests: [Target.Dependency] = [
    "CameraRoll", "CameraRollBrowsing", "CameraRollTesting", "PhotoMetadataEditing", "SyntheticLibrary", "TestSupport",
]
/// Tests of the core, by its folders: after a change of the core, only what uses it is built again.
let coreTestTargets: [Target] =
    [.testTarget(name: "CoreTestSupport", dependencies: coreTests, swiftSettings: settings)]
    + ["AccessTests", "ImagesTests", "RepositoriesTests", "BrowsingTests", "DocumentationTests"].map {
        .testTarget(name: $0, dependencies: ["CoreTestSupport"] + coreTests, swiftSettings: settings)
    }

#if os(Linux)
    /// Apple's App Store reads the manifests of what an app is made of; elsewhere they are excluded, not copied.
    let privacyManifest: [Resource] = []
    let withoutManifest = ["PrivacyInfo.xcprivacy"]

    /// Stands for Apple's Photos where there is none; elsewhere it is no target, and is never mistaken for Photos.
    let photosDouble = [Target.Dependency.target(name: "PhotosDouble", condition: .when(traits: ["PhotosDouble"]))]
    let photosDoubleTargets: [Target] = [
        .target(name: "PhotosDouble", path: "Tests/PhotosDouble", swiftSettings: settings),
        .testTarget(name: "PhotosDoubleTests", dependencies: photosDouble + ["TestSupport"], swiftSettings: settings),
    ]
    let photosDoubleTraits: Set<Trait> = [
        .trait(
            name: "PhotosDouble", description: "Tests of CameraRollPhotos on Linux, with a double of Apple's Photos.")
    ]
#else
    let privacyManifest = [Resource.copy("PrivacyInfo.xcprivacy")]
    let withoutManifest: [String] = []
    let photosDouble: [Target.Dependency] = []
    let photosDoubleTargets: [Target] = []
    let photosDoubleTraits: Set<Trait> = []
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
        .executable(name: "benchmarks", targets: ["benchmarks"]),
    ],
    traits: photosDoubleTraits.union([
        .trait(name: "FolderLibrary", description: "Folders and codecs on Linux; their C libraries must be installed.")
    ]),
    targets: [
        .target(name: "PhotoMetadata", exclude: withoutManifest, resources: privacyManifest, swiftSettings: settings),
        .target(
            name: "PhotoMetadataEditing", dependencies: ["PhotoMetadata"], exclude: withoutManifest,
            resources: privacyManifest, swiftSettings: settings),
        .target(
            name: "CameraRoll", dependencies: ["PhotoMetadata", "PhotoMetadataEditing"], swiftSettings: settings),
        .target(
            name: "CameraRollBrowsing", dependencies: ["CameraRoll", "PhotoMetadata", "PhotoMetadataEditing"],
            swiftSettings: settings),
        // What libraries share that carry out edits by themselves; no product has it.
        .target(name: "LibraryEditing", dependencies: ["CameraRoll"], swiftSettings: settings),
        .target(name: "SyntheticLibrary", dependencies: ["CameraRoll", "LibraryEditing"], swiftSettings: settings),
        .target(
            name: "CameraRollCodecs", dependencies: ["CameraRoll", "PhotoMetadataEditing"] + onLinux(codecLibraries),
            swiftSettings: settings),
        .target(
            name: "FolderLibrary",
            dependencies: ["CameraRoll", "CameraRollCodecs", "LibraryEditing"] + onLinux(["CameraRollCSQLite"]),
            exclude: withoutManifest,
            resources: privacyManifest,
            swiftSettings: settings
        ),
        .target(name: "CameraRollPhotos", dependencies: ["CameraRoll"] + photosDouble, swiftSettings: settings),
        // Only texts where there is no SwiftUI; .ci/check-views type-checks the views there.
        .target(
            name: "CameraRollUI",
            dependencies: ["CameraRollBrowsing"],
            resources: [.process("Resources")],
            swiftSettings: settings + [.defaultIsolation(MainActor.self)]
        ),
        // Screens as SVG, from the models and the texts of the views; no product has it.
        .target(
            name: "ScreenDrawing", dependencies: ["CameraRoll", "CameraRollUI", "SyntheticLibrary"],
            swiftSettings: settings),
        .target(
            name: "CameraRollTesting", dependencies: ["CameraRollBrowsing", "SyntheticLibrary"],
            swiftSettings: settings),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "CameraRollBrowsing", "PhotoMetadataEditing", "SyntheticLibrary", "CameraRollCodecs", "FolderLibrary",
                "ScreenDrawing",
            ],
            path: "Benchmarks",
            exclude: ["Pictures", "RESULTS.md", "results.json"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "demo",
            dependencies: [
                "CameraRoll", "CameraRollUI", "SyntheticLibrary", "FolderLibrary",
                .target(name: "ScreenDrawing", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: settings
        ),
        // What tests of more than one target use; no product has it.
        // A target of tests only because it imports Testing.
        .testTarget(
            name: "TestSupport", dependencies: ["PhotoMetadata", "PhotoMetadataEditing"], swiftSettings: settings),
        .testTarget(
            name: "PhotoMetadataTests", dependencies: ["PhotoMetadata", "PhotoMetadataEditing", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "LibraryEditingTests", dependencies: ["LibraryEditing", "CameraRoll"], swiftSettings: settings),
        .testTarget(
            name: "SyntheticLibraryTests",
            dependencies: ["SyntheticLibrary", "CameraRollTesting", "PhotoMetadataEditing", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CameraRollTestingTests",
            dependencies: ["CameraRollTesting", "SyntheticLibrary", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CameraRollCodecsTests",
            dependencies: [
                "CameraRollCodecs", "CameraRollBrowsing", "CameraRollTesting", "PhotoMetadataEditing", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FolderLibraryTests",
            dependencies: [
                "FolderLibrary", "CameraRollCodecs", "PhotoMetadata", "PhotoMetadataEditing", "CameraRollTesting",
                "SyntheticLibrary", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CameraRollPhotosTests",
            dependencies: ["CameraRollPhotos", "CameraRoll", "CameraRollTesting", "SyntheticLibrary", "TestSupport"]
                + photosDouble,
            swiftSettings: settings
        ),
        .testTarget(
            name: "CameraRollPhotosDeviceTests",
            dependencies: ["CameraRollPhotos", "CameraRollTesting"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CameraRollUIDeviceTests", dependencies: ["CameraRollUI"], swiftSettings: settings),
        .testTarget(
            name: "ScreenDrawingTests", dependencies: ["ScreenDrawing", "SyntheticLibrary", "TestSupport"],
            exclude: ["Outlines"],
            swiftSettings: settings),
        .testTarget(
            name: "BenchmarksTests", dependencies: ["benchmarks", "SyntheticLibrary", "TestSupport"],
            swiftSettings: settings),
    ] + systemLibraries.map { .systemLibrary(name: $0, path: "Sources/SystemLibraries/\($0)") }
        + coreTestTargets + photosDoubleTargets,
    swiftLanguageModes: [.v6]
)
