// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, UseSynthesizedInitializer

// Declarations of SwiftUI that CameraRollUI uses, as Apple documents them, without behavior: .ci/check-views
// type-checks the views against them on Linux. Not a target of the package, and never a part of a product.
@_exported public import CoreGraphics
public import CoreTransferable
@_exported public import Foundation

@MainActor @preconcurrency public protocol View {  // As Apple has it.
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }  // As Apple has it.
}
extension Never: View { public var body: Never { fatalError() } }
/// A view without a body of its own.
public protocol Leaf: View where Body == Never {}
extension Leaf { public var body: Never { fatalError() } }
extension Optional: View where Wrapped: View { public var body: Never { fatalError() } }

@resultBuilder public enum ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
        (repeat each Content)
    > { fatalError() }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<A: View, B: View>(first: A) -> _ConditionalContent<A, B> { fatalError() }
    public static func buildEither<A: View, B: View>(second: B) -> _ConditionalContent<A, B> { fatalError() }
    public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { fatalError() }
}
public struct EmptyView: Leaf { nonisolated public init() {} }
public struct AnyView: Leaf { nonisolated public init<V: View>(_ view: V) {} }
public struct TupleView<T>: Leaf {}
public struct _ConditionalContent<A, B>: Leaf {}
@MainActor @preconcurrency public protocol ViewModifier {  // As Apple has it.
    associatedtype Body: View
    typealias Content = _ViewModifier_Content<Self>
    @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body  // As Apple has it.
}
public struct _ViewModifier_Content<Modifier>: Leaf {}
public struct ModifiedContent<Content, Modifier> {}
extension ModifiedContent: View where Content: View, Modifier: ViewModifier { public var body: Never { fatalError() } }

// MARK: Containers

public struct Group<Content: View>: Leaf { nonisolated public init(@ViewBuilder content: () -> Content) {} }
public struct VStack<Content: View>: Leaf {
    nonisolated public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {}
}
public struct HStack<Content: View>: Leaf {
    nonisolated public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {}
}
public struct ZStack<Content: View>: Leaf {
    nonisolated public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {}
}
public struct ScrollView<Content: View>: Leaf {
    nonisolated public init(
        _ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content
    ) {}
}
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {}
extension ForEach: View where Content: View {
    public var body: Never { fatalError() }
    nonisolated public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {}
    nonisolated public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {}
}
public struct List<SelectionValue: Hashable, Content: View>: Leaf {
    nonisolated public init(@ViewBuilder content: () -> Content) where SelectionValue == Never {}
}
public struct Section<Parent, Content, Footer> {}
extension Section: View where Parent: View, Content: View, Footer: View { public var body: Never { fatalError() } }
extension Section where Parent: View, Content: View, Footer == EmptyView {
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {}
}
public struct NavigationStack<Data, Root: View>: Leaf {
    nonisolated public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {}
}
public struct NavigationPath {}
public struct Spacer: Leaf { nonisolated public init(minLength: CGFloat? = nil) {} }
public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: Leaf {
    nonisolated public init(
        @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
        @ViewBuilder actions: () -> Actions = { EmptyView() }
    ) {}
}
public struct GeometryProxy: Sendable { public var size: CGSize { .zero } }

// MARK: Controls

public struct Text: Leaf, Equatable, Sendable {
    nonisolated public init(verbatim content: String) {}
    nonisolated public init<F: FormatStyle>(_ input: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String {}
    nonisolated public func font(_ font: Font?) -> Text { self }
    nonisolated public func monospacedDigit() -> Text { self }
}
public struct Image: Leaf, Equatable, Sendable {
    public enum Orientation: UInt8, Sendable { case up }
    nonisolated public init(systemName: String) {}
    nonisolated public init(decorative cgImage: CGImage, scale: CGFloat, orientation: Orientation = .up) {}
    nonisolated public func resizable() -> Image { self }
}
public struct Label<Title: View, Icon: View>: Leaf {
    nonisolated public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {}
}
public struct ButtonRole: Equatable, Sendable {
    public static let destructive = ButtonRole(), cancel = ButtonRole()
}
public struct Button<Label: View>: Leaf {
    nonisolated public init(
        role: ButtonRole? = nil, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
    ) {}
}
public struct TextField<Label: View>: Leaf {
    nonisolated public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {}
}
public struct Menu<Label: View, Content: View>: Leaf {
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {}
}
public struct LabeledContent<Label, Content> {}
extension LabeledContent: View where Label: View, Content: View {
    public var body: Never { fatalError() }
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {}
}
public struct SharePreview<Image: Transferable, Icon: Transferable> {
    public init(_ title: Text) where Image == Never, Icon == Never {}
}
@available(tvOS, unavailable)
public struct ShareLink<Data: RandomAccessCollection, PreviewImage: Transferable, PreviewIcon: Transferable, Label>:
    Leaf
where Data.Element: Transferable, Label: View {
    nonisolated public init<I: Transferable>(
        item: I, subject: Text? = nil, message: Text? = nil, preview: SharePreview<PreviewImage, PreviewIcon>,
        @ViewBuilder label: () -> Label
    ) where Data == CollectionOfOne<I> {}
}
extension Never: Transferable { public static var transferRepresentation: Never { fatalError() } }
extension Never: TransferRepresentation { public typealias Item = Never }
public struct Toggle<Label: View>: Leaf {
    nonisolated public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {}
}
public protocol TimelineSchedule {}
public struct AnimationTimelineSchedule: TimelineSchedule, Sendable {}
public struct EveryMinuteTimelineSchedule: TimelineSchedule, Sendable {}
extension TimelineSchedule where Self == AnimationTimelineSchedule {
    public static func animation(minimumInterval: Double? = nil, paused: Bool = false) -> AnimationTimelineSchedule {
        AnimationTimelineSchedule()
    }
}
public struct TimelineView<Schedule: TimelineSchedule, Content> {
    public struct Context { public let date: Date }
}
public typealias TimelineViewDefaultContext = TimelineView<EveryMinuteTimelineSchedule, Never>.Context
extension TimelineView: View where Content: View {
    public var body: Never { fatalError() }
    nonisolated public init(
        _ schedule: Schedule, @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content
    ) {}
}
public struct ProgressView<Label: View, CurrentValueLabel: View>: Leaf {
    nonisolated public init() where Label == EmptyView, CurrentValueLabel == EmptyView {}
    nonisolated public init(@ViewBuilder label: () -> Label) where CurrentValueLabel == EmptyView {}
}

// MARK: Shapes and styles

public protocol ShapeStyle: Sendable {}
public struct Color: Leaf, ShapeStyle, Hashable {
    public static let clear = Color(), black = Color(), white = Color(), accentColor = Color()
    nonisolated public func opacity(_ opacity: Double) -> Color { self }
}
public struct HierarchicalShapeStyle: ShapeStyle {}
public struct Material: ShapeStyle {}
extension ShapeStyle where Self == Color { public static var white: Color { Color() } }
public struct BackgroundStyle: ShapeStyle {}
extension ShapeStyle where Self == BackgroundStyle { public static var background: BackgroundStyle { .init() } }
public struct LinearGradient: Leaf, ShapeStyle {
    nonisolated public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {}
}
extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
    public static var quaternary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}
extension ShapeStyle where Self == Material { public static var thinMaterial: Material { Material() } }
public protocol Shape: Sendable, View {}
public protocol InsettableShape: Shape {}
extension Shape {
    nonisolated public func fill<S: ShapeStyle>(_ content: S) -> some View { EmptyView() }
    nonisolated public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> some View { EmptyView() }
    nonisolated public func trim(from startFraction: CGFloat = 0, to endFraction: CGFloat = 1) -> some Shape { self }
}
extension InsettableShape {
    nonisolated public func strokeBorder<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> some View {
        EmptyView()
    }
}
public struct Rectangle: InsettableShape, Leaf { nonisolated public init() {} }
public struct Capsule: InsettableShape, Leaf { nonisolated public init() {} }
public struct Circle: InsettableShape, Leaf { nonisolated public init() {} }
public struct RoundedRectangle: InsettableShape, Leaf { nonisolated public init(cornerRadius: CGFloat) {} }
public struct Font: Hashable, Sendable {
    public enum TextStyle: CaseIterable, Sendable { case headline, body, caption2 }
    public struct Weight: Hashable, Sendable { public static let semibold = Weight() }
    public static let largeTitle = Font(), title = Font(), headline = Font(), subheadline = Font(), footnote = Font(),
        caption = Font(), caption2 = Font(), body = Font()
    public func weight(_ weight: Weight) -> Font { self }
    public func bold() -> Font { self }
}
public enum DynamicTypeSize: Hashable, Comparable, CaseIterable, Sendable {
    case large, accessibility1
    public var isAccessibilitySize: Bool { self == .accessibility1 }
}
public struct Alignment: Equatable, Sendable {
    public static let center = Self(), leading = Self(), trailing = Self(), top = Self(), bottom = Self()
    public static let topLeading = Self(), topTrailing = Self(), bottomLeading = Self(), bottomTrailing = Self()
}
public struct HorizontalAlignment: Equatable, Sendable { public static let center = Self(), leading = Self() }
public struct VerticalAlignment: Equatable, Sendable { public static let center = Self() }
public enum Axis: Int8, CaseIterable, Sendable {
    case horizontal, vertical
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let vertical = Set(rawValue: 2), horizontal = Set(rawValue: 1)
    }
}
public enum Edge: Int8, CaseIterable, Sendable {
    case top, leading, bottom, trailing
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let top = Set(rawValue: 1), leading = Set(rawValue: 2), bottom = Set(rawValue: 4)
        public static let trailing = Set(rawValue: 8), horizontal = Set(rawValue: 10), vertical = Set(rawValue: 5)
        public static let all = Set(rawValue: 15)
    }
}
public struct EdgeInsets: Equatable, Sendable { public var top, leading, bottom, trailing: CGFloat }
public struct Angle: Hashable, Sendable { public static func degrees(_ degrees: Double) -> Angle { Angle() } }
public struct UnitPoint: Hashable, Sendable {
    public static let topLeading = Self(), center = Self(), top = Self(), bottom = Self()
    public init() {}
    public init(x: CGFloat, y: CGFloat) {}
}
public enum ContentMode: Hashable, CaseIterable, Sendable { case fit, fill }
public enum LayoutDirection: Hashable, CaseIterable, Sendable { case leftToRight, rightToLeft }
