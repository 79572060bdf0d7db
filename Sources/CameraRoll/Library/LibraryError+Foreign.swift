import Foundation

extension LibraryError {
    /// A library's own error, as one of ours.
    init(_ error: any Error, in operation: LibraryOperation) {
        self = error as? LibraryError ?? .failed(operation, reason: Self.reason(of: error))
    }

    /// What an error says of itself.
    static func reason(of error: any Error) -> String {
        (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    }
}
