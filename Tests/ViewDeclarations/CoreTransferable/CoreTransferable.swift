// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, UseSynthesizedInitializer

@_exported public import Foundation
public import UniformTypeIdentifiers

public protocol Transferable {
    associatedtype Representation: TransferRepresentation
    @TransferRepresentationBuilder<Self> static var transferRepresentation: Representation { get }
}
public protocol TransferRepresentation: Sendable { associatedtype Item: Transferable }
@resultBuilder public struct TransferRepresentationBuilder<Item: Transferable> {
    public static func buildExpression<C: TransferRepresentation>(_ content: C) -> C where C.Item == Item { content }
    public static func buildBlock<C: TransferRepresentation>(_ content: C) -> C where C.Item == Item { content }
    public static func buildBlock<A: TransferRepresentation, B: TransferRepresentation>(
        _ first: A, _ second: B
    ) -> TupleTransferRepresentation<Item, (A, B)> where A.Item == Item, B.Item == Item {
        TupleTransferRepresentation()
    }
}
public struct TupleTransferRepresentation<Item: Transferable, Value>: TransferRepresentation {}
public struct SentTransferredFile: Sendable {
    public init(_ file: URL, allowAccessingOriginalFile: Bool = false) {}
}
public struct FileRepresentation<Item: Transferable>: TransferRepresentation {
    public init(
        exportedContentType: UTType, shouldAllowToOpenInPlace: Bool = false,
        exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile
    ) {}
}
public struct _ConditionalTransferRepresentation<Base: TransferRepresentation>: TransferRepresentation {
    public typealias Item = Base.Item
}
extension TransferRepresentation {
    public func exportingCondition(
        _ condition: @escaping @Sendable (Item) -> Bool
    ) -> _ConditionalTransferRepresentation<Self> { _ConditionalTransferRepresentation() }
}
