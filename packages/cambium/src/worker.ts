// One file without imports once it is built: a page whose policy forbids workers from a Blob serves it as it is.
import "@cambium/kernels/worker";
