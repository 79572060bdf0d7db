// expect: 'context' is borrowed and cannot be consumed
import CameraRoll

struct Keeper: ~Copyable {
    var context: LibraryContext
}

func keep() -> @Sendable (borrowing LibraryContext) -> Void {
    { context in
        let keeper = Keeper(context: context)
        _ = keeper.context.executorLabel
    }
}
