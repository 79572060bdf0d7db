// expect: conformance of 'AssetPages.Iterator' to 'Sendable' is unavailable
import CameraRoll

func share(_ pages: AssetPages) {
    let iterator: any Sendable = pages.makeAsyncIterator()
    print(iterator)
}
