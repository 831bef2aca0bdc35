package upload_test

import (
	"io"
	"net/http"
	"runtime"
	"strconv"
	"sync/atomic"
	"testing"

	"cohortium/internal/adapter/upload"
)

// pattern is an endless body without memory that watches the heap while it is read.
type pattern struct {
	read int64
	peak *atomic.Uint64
}

func (p *pattern) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(p.read + int64(i))
	}
	before := p.read >> 22
	p.read += int64(len(b))
	if p.read>>22 != before {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		p.peak.Store(max(p.peak.Load(), m.HeapAlloc))
	}
	return len(b), nil
}

// TestMemoryIsFlat sends a large file in one request and looks at the heap.
func TestMemoryIsFlat(t *testing.T) {
	const size, limit = 256 << 20, 48 << 20
	b := newBench(t, "sqlite://"+t.TempDir()+"/test.db", "file://"+t.TempDir())
	b.restartWith(t, upload.Options{MaxBytes: size})
	path := b.create(t, size)
	runtime.GC()
	var start runtime.MemStats
	runtime.ReadMemStats(&start)
	var peak atomic.Uint64
	r := b.call(t, "PATCH", path, io.LimitReader(&pattern{peak: &peak}, size), "Upload-Offset", "0")
	wantStatus(t, r, http.StatusNoContent)
	if got := r.header.Get("Upload-Offset"); got != strconv.Itoa(size) {
		t.Errorf("offset = %s", got)
	}
	if grown := int64(peak.Load()) - int64(start.HeapAlloc); grown > limit {
		t.Errorf("the heap grew by %d MiB while %d MiB came in", grown>>20, size>>20)
	}
	info, err := b.service.File(t.Context(), path[len(upload.Path):])
	must(t, err)
	if !info.Complete {
		t.Errorf("file = %+v", info)
	}
}
