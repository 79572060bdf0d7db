import CameraRoll
