// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]

let package = Package(
    name: "CameraRoll",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2), .macCatalyst(.v18)],
    products: [
        .library(name: "CameraRoll", targets: ["CameraRoll"]),
        .library(name: "SyntheticLibrary", targets: ["SyntheticLibrary"]),
        .library(name: "CameraRollTesting", targets: ["CameraRollTesting"]),
        .executable(name: "benchmarks", targets: ["benchmarks"]),
    ],
    targets: [
        .target(name: "CameraRoll", swiftSettings: settings),
        .target(name: "SyntheticLibrary", dependencies: ["CameraRoll"], swiftSettings: settings),
        .target(name: "CameraRollTesting", dependencies: ["CameraRoll"], swiftSettings: settings),
        .executableTarget(
            name: "benchmarks",
            dependencies: ["CameraRoll", "SyntheticLibrary"],
            path: "Benchmarks",
            swiftSettings: settings
        ),
        .testTarget(
            name: "CameraRollTests",
            dependencies: ["CameraRoll", "CameraRollTesting", "SyntheticLibrary"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SyntheticLibraryTests",
            dependencies: ["SyntheticLibrary", "CameraRollTesting"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CameraRollTestingTests",
            dependencies: ["CameraRollTesting", "SyntheticLibrary"],
            swiftSettings: settings
        ),
        .testTarget(name: "BenchmarksTests", dependencies: ["benchmarks"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
