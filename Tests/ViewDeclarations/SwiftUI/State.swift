// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, UseSynthesizedInitializer

@preconcurrency public import Observation  // As Apple has it.

@MainActor @preconcurrency public protocol DynamicProperty {}  // As Apple has it.
@propertyWrapper public struct State<Value>: DynamicProperty {
    nonisolated public init(wrappedValue value: Value) {}
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { fatalError() }
}
@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
    @preconcurrency public init(  // As Apple has it.
        get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) {}
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { self }
    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        fatalError()
    }
}
@propertyWrapper @dynamicMemberLookup public struct Bindable<Value> {
    public var wrappedValue: Value {
        get { fatalError() }
        set {}
    }
    public var projectedValue: Bindable<Value> { self }
    public init(wrappedValue: Value) where Value: Observable & AnyObject {}
}
extension Bindable where Value: AnyObject {
    public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
        fatalError()
    }
}
@propertyWrapper public struct Environment<Value>: DynamicProperty {
    nonisolated public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
    public var wrappedValue: Value { fatalError() }
}
@propertyWrapper public struct Namespace: DynamicProperty {
    public struct ID: Hashable, Sendable {}
    nonisolated public init() {}
    public var wrappedValue: Namespace.ID { fatalError() }
}
@propertyWrapper public struct FocusState<Value: Hashable>: DynamicProperty {
    public struct Binding {}  // A property wrapper, too, as Apple has it.
    nonisolated public init() where Value == Bool {}
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
    public var projectedValue: FocusState<Value>.Binding { fatalError() }
}
@propertyWrapper public struct GestureState<Value>: DynamicProperty {
    nonisolated public init(wrappedValue: Value) {}
    public var wrappedValue: Value { fatalError() }
    public var projectedValue: GestureState<Value> { self }
}
@propertyWrapper public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
    nonisolated public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) {}
    public var wrappedValue: Value { fatalError() }
}
public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}
public struct EnvironmentValues {
    public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
        get { fatalError() }
        set {}
    }
    public var displayScale: CGFloat { 1 }
    public var dynamicTypeSize: DynamicTypeSize { .large }
    public var layoutDirection: LayoutDirection { .leftToRight }
    public var accessibilityReduceMotion: Bool { false }
    public var accessibilityReduceTransparency: Bool { false }
    public var locale: Locale {
        get { .current }
        set {}
    }
    public var openURL: OpenURLAction { OpenURLAction() }
    public var dismiss: DismissAction { DismissAction() }
}
@MainActor @preconcurrency public struct OpenURLAction: Sendable {  // As Apple has it.
    nonisolated init() {}
    public func callAsFunction(_ url: URL) {}
}
@MainActor @preconcurrency public struct DismissAction {  // As Apple has it.
    nonisolated init() {}
    public func callAsFunction() {}
}
public struct Transaction {
    public init() {}
    public init(animation: Animation?) {}
    public var animation: Animation?
}
public struct Animation: Equatable, Sendable {
    public static let `default` = Animation()
    public static func easeIn(duration: TimeInterval) -> Animation { Animation() }
}
public struct AnimationCompletionCriteria: Hashable, Sendable {
    public static let logicallyComplete = AnimationCompletionCriteria()
}
public func withAnimation<Result>(
    _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result { try body() }
public func withAnimation<Result>(
    _ animation: Animation? = .default, completionCriteria: AnimationCompletionCriteria = .logicallyComplete,
    _ body: () throws -> Result, completion: @escaping () -> Void
) rethrows -> Result { try body() }

// MARK: Scrolling and layout

public struct ScrollPosition: Equatable, Sendable {
    public init(edge: Edge) {}
    public mutating func scrollTo(y: CGFloat) {}
    public mutating func scrollTo(edge: Edge) {}
}
public struct ScrollGeometry: Equatable, Sendable {
    public var contentOffset: CGPoint, contentSize: CGSize, contentInsets: EdgeInsets, containerSize: CGSize
}
@frozen public enum ScrollPhase: Equatable {
    case idle, tracking, interacting, decelerating, animating
    public var isScrolling: Bool { self != .idle }
}
public struct ScrollPhaseChangeContext { public var velocity: CGVector? { nil } }
public struct ProposedViewSize: Equatable, Sendable { public init(width: CGFloat?, height: CGFloat?) {} }
public protocol LayoutValueKey {
    associatedtype Value
    static var defaultValue: Value { get }
}
public struct LayoutSubview: Equatable {
    public subscript<K: LayoutValueKey>(key: K.Type) -> K.Value { fatalError() }
    public func place(at position: CGPoint, anchor: UnitPoint = .topLeading, proposal: ProposedViewSize) {}
}
public struct LayoutSubviews: Equatable, RandomAccessCollection, Sendable {
    public var startIndex: Int { 0 }
    public var endIndex: Int { 0 }
    public subscript(index: Int) -> LayoutSubview { fatalError() }
}
public protocol Layout: Sendable {
    typealias Subviews = LayoutSubviews
    associatedtype Cache = Void
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize
    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache)
}
extension Layout { public func callAsFunction<V: View>(@ViewBuilder _ content: () -> V) -> some View { EmptyView() } }

// MARK: Gestures and keys

public protocol CoordinateSpaceProtocol {}
public struct LocalCoordinateSpace: CoordinateSpaceProtocol {}
extension CoordinateSpaceProtocol where Self == LocalCoordinateSpace { public static var local: Self { fatalError() } }
public struct NamedCoordinateSpace: CoordinateSpaceProtocol {}
extension CoordinateSpaceProtocol where Self == NamedCoordinateSpace {
    public static func named(_ name: some Hashable) -> Self { fatalError() }
}
@MainActor @preconcurrency public protocol Gesture<Value> { associatedtype Value }  // As Apple has it.
public struct _ChangedGesture<Content: Gesture>: Gesture { public typealias Value = Content.Value }
public struct _EndedGesture<Content: Gesture>: Gesture { public typealias Value = Content.Value }
public struct GestureStateGesture<Base: Gesture, State>: Gesture { public typealias Value = Base.Value }
public struct SequenceGesture<First: Gesture, Second: Gesture>: Gesture {
    public enum Value {
        case first(First.Value)
        case second(First.Value, Second.Value?)
    }
}
public struct ExclusiveGesture<First: Gesture, Second: Gesture>: Gesture {
    public enum Value {
        case first(First.Value)
        case second(Second.Value)
    }
}
extension Gesture {
    nonisolated public func exclusively<Other: Gesture>(before other: Other) -> ExclusiveGesture<Self, Other> {
        fatalError()
    }

    public func onEnded(_ action: @escaping (Value) -> Void) -> _EndedGesture<Self> { fatalError() }
    public func updating<State>(
        _ state: GestureState<State>, body: @escaping (Value, inout State, inout Transaction) -> Void
    ) -> GestureStateGesture<Self, State> { fatalError() }
    nonisolated public func sequenced<Other: Gesture>(before other: Other) -> SequenceGesture<Self, Other> {
        fatalError()
    }
}
extension Gesture where Value: Equatable {
    public func onChanged(_ action: @escaping (Value) -> Void) -> _ChangedGesture<Self> { fatalError() }
}
extension SequenceGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
@available(tvOS, unavailable)
public struct DragGesture: Gesture {
    public struct Value: Equatable, Sendable {
        public var location: CGPoint, startLocation: CGPoint
        public var translation: CGSize, predictedEndTranslation: CGSize
    }
    nonisolated public init(minimumDistance: CGFloat = 10, coordinateSpace: some CoordinateSpaceProtocol = .local) {}
}
public struct LongPressGesture: Gesture {
    public typealias Value = Bool
    nonisolated public init(minimumDuration: Double = 0.5) {}
}
@available(tvOS, unavailable)
public struct MagnifyGesture: Gesture {
    public struct Value: Equatable, Sendable { public var magnification: CGFloat, startLocation: CGPoint }
    nonisolated public init(minimumScaleDelta: CGFloat = 0.01) {}
}
public struct SpatialTapGesture: Gesture {
    public struct Value: Equatable, Sendable { public var location: CGPoint }
    nonisolated public init(count: Int = 1) {}
}
public struct KeyEquivalent: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
    public init(extendedGraphemeClusterLiteral: Character) {}
    public static let upArrow: Self = "u", downArrow: Self = "d", leftArrow: Self = "l", rightArrow: Self = "r"
    public static let home: Self = "h", end: Self = "e", space: Self = " ", `return`: Self = "n", escape: Self = "x"
}
public struct EventModifiers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let shift = EventModifiers(rawValue: 1), command = EventModifiers(rawValue: 2)
}
public struct KeyPress: Sendable {
    public enum Result: Sendable { case handled, ignored }
    public struct Phases: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let down = Phases(rawValue: 1), `repeat` = Phases(rawValue: 2)
    }
    public let key: KeyEquivalent
    public let modifiers: EventModifiers
}
