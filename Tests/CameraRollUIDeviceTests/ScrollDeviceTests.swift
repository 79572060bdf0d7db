#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS)
    import Observation
    import SwiftUI
    import Testing
    import UIKit

    /// What only a screen can answer: where a scroll view below a bar scrolls to.
    ///
    /// `AssetGridView` gives `ScrollPosition.scrollTo(y:)` the distance of the screen's top, below the bar, from the
    /// content's top. `AssetCollectionDataSource` takes the bar's height from that distance, as
    /// `UIScrollView.contentOffset` counts it. Run in an app that has a window, as the article "CameraRollPhotos" says
    /// for `CameraRollPhotosDeviceTests`. Each answer is printed as a line of a table: `| question | answer |`.
    @MainActor @Suite(.timeLimit(.minutes(1))) struct ScrollDeviceTests {
        @Test func `Scrolling to a distance puts the content at that distance below the bar`() async throws {
            let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
            guard let scene = scenes.first else { return print("| scrollTo(y:) below a bar | no window |") }
            let probe = ScrollProbe()
            let window = UIWindow(windowScene: scene)
            window.rootViewController = UIHostingController(rootView: ProbeView(probe: probe))
            window.makeKeyAndVisible()
            defer { window.isHidden = true }
            let rest = try #require(await probe.next { $0.containerSize.height > 0 && $0.contentInsets.top > 0 })
            print("| contentOffset at rest below a bar of \(rest.contentInsets.top) | \(rest.contentOffset.y) |")
            #expect(rest.contentOffset.y == -rest.contentInsets.top)
            probe.position.scrollTo(y: 500)
            let place = try #require(await probe.next { $0.contentOffset.y > 100 })
            let distance = place.contentOffset.y + place.contentInsets.top
            print("| distance of the screen's top after scrollTo(y: 500) | \(distance) |")
            #expect(abs(distance - 500) < 1, "AssetGridView.follow(_:) is to take the upper bar from the distance")
        }
    }

    /// The place of a scroll view, and what it reports.
    @MainActor @Observable private final class ScrollProbe {
        var position = ScrollPosition(edge: .top)
        @ObservationIgnored private let reports = AsyncStream.makeStream(of: ScrollGeometry.self)

        func report(_ geometry: ScrollGeometry) {
            reports.continuation.yield(geometry)
        }

        /// The next geometry for which a condition is true.
        func next(_ condition: (ScrollGeometry) -> Bool) async -> ScrollGeometry? {
            for await geometry in reports.stream where condition(geometry) { return geometry }
            return nil
        }
    }

    private struct ProbeView: View {
        @Bindable var probe: ScrollProbe

        var body: some View {
            ScrollView {
                Color.clear.frame(height: 5_000)
            }
            .scrollPosition($probe.position)
            .onScrollGeometryChange(for: ScrollGeometry.self, of: { $0 }) { _, geometry in probe.report(geometry) }
            .safeAreaInset(edge: .top, spacing: 0) { Color.clear.frame(height: 60) }
        }
    }
#endif
