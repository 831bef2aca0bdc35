package textfile

import (
	"io"
	"io/fs"
)

// Watched is a reader in front of another one, which it counts or computes the checksum of. A zip
// file is read through the reader behind it.
type Watched interface {
	io.Reader
	Behind() io.Reader
}

// Verified is a source that knows which bytes it must have, such as a stored upload.
type Verified interface {
	io.Reader
	// Verify reads the source again and returns an error if its bytes are others.
	Verify() error
}

// behind returns the reader that the Watched ones are in front of.
func behind(r io.Reader) io.Reader {
	for {
		w, is := r.(Watched)
		if !is {
			return r
		}
		r = w.Behind()
	}
}

// randomAccess finds how a source can be read at any place: files, bytes in memory
// and stored blobs can, pipes cannot.
func randomAccess(r io.Reader) (at io.ReaderAt, size int64, ok bool) {
	r = behind(r)
	if at, ok = r.(io.ReaderAt); !ok {
		return nil, 0, false
	}
	switch s := r.(type) {
	case interface{ Size() int64 }:
		return at, s.Size(), true
	case interface{ Stat() (fs.FileInfo, error) }:
		info, err := s.Stat()
		if err != nil || !info.Mode().IsRegular() {
			return nil, 0, false
		}
		return at, info.Size(), true
	}
	return nil, 0, false
}
