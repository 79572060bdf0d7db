import CameraRoll
import Foundation

/// A correct image source that answers late, on its own thread, and continues after the end, as it may.
struct RestlessImageSource<Base: ImageSource>: ImageSource {
    let base: Base
    let lane = ImageLane.library
    var requestLimit: Int { base.requestLimit }

    func start(_ request: AssetImageRequest, sink: ImageSink) -> (@Sendable () -> Void)? {
        Thread.detachNewThread {
            _ = base.start(request, sink: sink)
            _ = base.start(request, sink: sink)
            sink.progress(2)
            sink.fail(.cancelled)
        }
        return { sink.finish() }
    }
}
