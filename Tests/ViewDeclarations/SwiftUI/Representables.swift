// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, UseSynthesizedInitializer

#if canImport(UIKit)
    public import UIKit

    @MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {  // As Apple has it.
        associatedtype UIViewType: UIView
        associatedtype Coordinator = Void
        typealias Context = UIViewRepresentableContext<Self>
        func makeUIView(context: Context) -> UIViewType
        func updateUIView(_ uiView: UIViewType, context: Context)
    }
    extension UIViewRepresentable { public var body: Never { fatalError() } }
    @MainActor @preconcurrency public struct UIViewRepresentableContext<V: UIViewRepresentable> {}  // As Apple has it.

    // iOS and Catalyst only.
    @MainActor @preconcurrency public protocol UIGestureRecognizerRepresentable {  // As Apple has it.
        associatedtype UIGestureRecognizerType: UIGestureRecognizer
        associatedtype Coordinator = Void
        typealias Context = UIGestureRecognizerRepresentableContext<Self>
        typealias CoordinateSpaceConverter = UIGestureRecognizerRepresentableCoordinateSpaceConverter
        func makeCoordinator(converter: CoordinateSpaceConverter) -> Coordinator
        func makeUIGestureRecognizer(context: Context) -> UIGestureRecognizerType
        func updateUIGestureRecognizer(_ recognizer: UIGestureRecognizerType, context: Context)
        func handleUIGestureRecognizerAction(_ recognizer: UIGestureRecognizerType, context: Context)
    }
    @MainActor @preconcurrency  // As Apple has it.
    public struct UIGestureRecognizerRepresentableContext<Representable: UIGestureRecognizerRepresentable> {
        public let coordinator: Representable.Coordinator
        public let converter: UIGestureRecognizerRepresentableCoordinateSpaceConverter
    }
    extension UIGestureRecognizerRepresentable where Coordinator == Void {
        public func makeCoordinator(converter: CoordinateSpaceConverter) -> Coordinator { fatalError() }
    }
    // As Apple has it.
    @MainActor @preconcurrency public struct UIGestureRecognizerRepresentableCoordinateSpaceConverter {
        public var localLocation: CGPoint { .zero }
    }
    extension View {
        // Not on tvOS.
        nonisolated public func statusBarHidden(_ hidden: Bool = true) -> some View { self }
        nonisolated public func hoverEffect(_ effect: HoverEffect = .automatic) -> some View { self }
        nonisolated public func gesture<T: UIGestureRecognizerRepresentable>(_ representable: T) -> some View { self }
    }
    public struct UIHostingConfiguration<Content: View, Background: View>: UIContentConfiguration {
        public init(@ViewBuilder content: () -> Content) where Background == EmptyView {}
        public func margins(_ edges: Edge.Set = .all, _ length: CGFloat) -> some UIContentConfiguration { self }
    }
#elseif canImport(AppKit)
    public struct TapGesture: Gesture {
        public typealias Value = Void
        nonisolated public init(count: Int = 1) {}
    }
    public struct _ModifiersGesture<Content: Gesture>: Gesture { public typealias Value = Content.Value }
    extension Gesture {
        // macOS only.
        public func modifiers(_ modifiers: EventModifiers) -> _ModifiersGesture<Self> { fatalError() }
    }
    extension View {
        nonisolated public func highPriorityGesture<T: Gesture>(_ gesture: T, isEnabled: Bool) -> some View { self }
    }
#endif
