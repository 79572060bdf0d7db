#if canImport(SwiftUI)
public import CameraRollBrowsing
public import SwiftUI

/// The phases that ``AssetImage`` draws.
public nonisolated enum AssetImagePhase {
    /// Nothing has been delivered yet.
    case empty
    /// A preliminary picture, or the best local one.
    case degraded(Image)
    /// The picture.
    case success(Image)
    /// There is no picture.
    case failure(ImageError)

    /// The picture, if there is one.
    public var image: Image? {
        switch self {
        case .degraded(let image), .success(let image): image
        case .empty, .failure: nil
        }
    }

    /// The reason why there is no picture.
    public var error: ImageError? {
        if case .failure(let error) = self { error } else { nil }
    }
}

/// An asset's picture in a size: from memory in the first frame, then degraded, final, or a failure.
///
/// ```swift
/// AssetImage(asset, size: CGSize(width: 90, height: 90), from: images) { image in
///     image.resizable().aspectRatio(contentMode: .fill)
/// } placeholder: {
///     Color.secondary.opacity(0.2)
/// }
/// ```
///
/// The view works like `AsyncImage`. A picture in memory appears at once; one that arrives late appears with the
/// transaction's animation. When the view disappears, the request continues with the lowest priority, and is canceled
/// if the view does not appear again within two seconds.
///
/// > Important: Never run on a device. The module's first page says what was type-checked, and when.
public struct AssetImage<Content: View>: View {
    @Environment(\.displayScale) private var displayScale
    @Environment(\.accessibilityReduceMotion) private var reducesMotion
    private let request: @MainActor (CGFloat) -> AssetImageRequest
    private let images: CachingImageManager
    private let transaction: Transaction
    private let content: (AssetImagePhase) -> Content

    /// Creates a view of a request; the size of a request is in pixels.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - images: the manager of the images.
    ///   - transaction: the transaction with which a late picture appears.
    ///   - content: returns the view of a phase.
    public init(
        _ request: AssetImageRequest, from images: CachingImageManager,
        transaction: Transaction = Transaction(animation: .easeIn(duration: 0.15)),
        @ViewBuilder content: @escaping (AssetImagePhase) -> Content
    ) {
        self.init({ _ in request }, images, transaction, content)
    }

    /// Creates a view of an asset.
    ///
    /// - Parameters:
    ///   - asset: the asset.
    ///   - size: the size of the view, in points.
    ///   - contentMode: how the picture fits into the size.
    ///   - images: the manager of the images.
    ///   - transaction: the transaction with which a late picture appears.
    ///   - content: returns the view of a phase.
    public init(
        _ asset: MediaAsset, size: CGSize, contentMode: ImageContentMode = .fill, from images: CachingImageManager,
        transaction: Transaction = Transaction(animation: .easeIn(duration: 0.15)),
        @ViewBuilder content: @escaping (AssetImagePhase) -> Content
    ) {
        self.init(
            { scale in
                AssetImageRequest(
                    for: asset, size: .points(width: size.width, height: size.height, scale: scale),
                    contentMode: contentMode)
            }, images, transaction, content)
    }

    /// Creates a view of an asset with a placeholder, which is also shown if there is no picture; the size is in
    /// points.
    public init<Picture: View, Placeholder: View>(
        _ asset: MediaAsset, size: CGSize, contentMode: ImageContentMode = .fill, from images: CachingImageManager,
        @ViewBuilder content: @escaping (Image) -> Picture, @ViewBuilder placeholder: @escaping () -> Placeholder
    ) where Content == _ConditionalContent<Picture, Placeholder> {
        self.init(asset, size: size, contentMode: contentMode, from: images) { phase in
            if let image = phase.image { content(image) } else { placeholder() }
        }
    }

    private init(
        _ request: @escaping @MainActor (CGFloat) -> AssetImageRequest, _ images: CachingImageManager,
        _ transaction: Transaction, _ content: @escaping (AssetImagePhase) -> Content
    ) {
        (self.request, self.images, self.transaction, self.content) = (request, images, transaction, content)
    }

    /// The view of the current phase.
    public var body: some View {
        let request = request(displayScale)
        LoadedImage(
            request: request, images: images, scale: displayScale,
            transaction: reducesMotion ? Transaction() : transaction, content: content
        )
        // Each picture has a view of its own, and so a first frame of its own.
        .id(request.key)
    }
}

/// A small square picture, or a gray square.
struct Thumbnail: View {
    let asset: MediaAsset
    let side: Double
    let images: CachingImageManager

    var body: some View {
        AssetImage(asset, size: CGSize(width: side, height: side), from: images) { image in
            image.resizable().aspectRatio(contentMode: .fill)
        } placeholder: {
            Rectangle().fill(.quaternary)
        }
        .frame(width: side, height: side)
        .clipped()
    }
}

/// The view of one picture, with its model.
private struct LoadedImage<Content: View>: View {
    @State private var model: AssetImageModel
    private let scale: CGFloat
    private let transaction: Transaction
    private let content: (AssetImagePhase) -> Content

    init(
        request: AssetImageRequest, images: CachingImageManager, scale: CGFloat, transaction: Transaction,
        content: @escaping (AssetImagePhase) -> Content
    ) {
        _model = State(wrappedValue: AssetImageModel(request, from: images))
        (self.scale, self.transaction, self.content) = (scale, transaction, content)
    }

    var body: some View {
        // A container, since contents that are empty until the picture arrives would never appear.
        ZStack { content(AssetImagePhase(model.phase, scale: scale)) }
            .transaction(value: model.phase.step) { current in
                // A picture that was in memory appears without an animation.
                current.animation = model.isLate ? transaction.animation : nil
            }
            .onAppear { model.appear() }
            .onDisappear { model.disappear() }
    }
}

extension AssetImagePhase {
    /// The phase of a model, with the pictures for SwiftUI.
    init(_ phase: AssetImageModel.Phase, scale: CGFloat) {
        switch phase {
        case .empty: self = .empty
        case .degraded(let image): self = image.image(scale: scale).map(Self.degraded) ?? .empty
        case .final(let image): self = image.image(scale: scale).map(Self.success) ?? .empty
        case .failed(let error): self = .failure(error)
        }
    }
}
#endif
