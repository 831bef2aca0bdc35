package blob_test

import (
	"bytes"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/platform/errs"
)

// TestTornAnswersOfS3AreResumed reads blobs through a proxy that ends each answer after some bytes,
// as a failing network does.
func TestTornAnswersOfS3AreResumed(t *testing.T) {
	t.Parallel()
	data := noise(1 << 20)
	for _, c := range []struct {
		name           string
		after          int64 // bytes of each answer
		offset, length int64
		want           []byte
	}{
		{"whole", 100_000, 0, -1, data},
		{"from the middle", 100_000, 300_001, -1, data[300_001:]},
		{"a range", 100_000, 300_001, 400_000, data[300_001:700_001]},
		{"a range beyond the end", 100_000, 1_000_000, 1 << 20, data[1_000_000:]},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := torn(t, func(int) int64 { return c.after })
			put(t, b, "file", data)
			r, err := b.OpenRange(t.Context(), "file", c.offset, c.length)
			must(t, err)
			got, err := io.ReadAll(r)
			must(t, errors.Join(err, r.Close()))
			if !bytes.Equal(got, c.want) {
				t.Errorf("read %d bytes that differ from the %d stored ones", len(got), len(c.want))
			}
		})
	}
}

// TestTornAnswersOfS3AreNotTheEndOfTheFile gets ten bytes of a file, and then none.
func TestTornAnswersOfS3AreNotTheEndOfTheFile(t *testing.T) {
	t.Parallel()
	b := torn(t, func(answer int) int64 { return max(10-10*int64(answer), 0) })
	put(t, b, "file", noise(1000))
	r, err := b.OpenRange(t.Context(), "file", 0, -1)
	must(t, err)
	_, err = io.ReadAll(r)
	if !errs.Is(err, errs.Unavailable) || errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("reading failed with %v", err)
	}
	must(t, r.Close())
}

// torn opens a new S3 bucket whose answers with a file end after some bytes of the body;
// answers are counted from 0.
func torn(t *testing.T, after func(answer int) int64) *blob.Bucket {
	t.Helper()
	address, err := url.Parse(server.Bucket(t))
	must(t, err)
	query := address.Query()
	endpoint, err := url.Parse(query.Get("endpoint"))
	must(t, err)
	var answers atomic.Int64
	proxy := &httputil.ReverseProxy{
		// The host stays as sent: it is signed.
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host, r.Out.Host = endpoint.Scheme, endpoint.Host, r.In.Host
		},
		ModifyResponse: func(r *http.Response) error {
			if r.Request.Method == http.MethodGet && strings.HasSuffix(r.Request.URL.Path, "/file") {
				if n := after(int(answers.Add(1) - 1)); r.ContentLength > n {
					r.Body = cutBody{io.LimitReader(r.Body, n), r.Body}
				}
			}
			return nil
		},
		FlushInterval: -1, // the head of an answer arrives, however little of its body
		ErrorLog:      log.New(io.Discard, "", 0),
	}
	front := httptest.NewServer(proxy)
	t.Cleanup(front.Close)
	query.Set("endpoint", front.URL)
	address.RawQuery = query.Encode()
	return open(t, address.String())
}

// cutBody fails where its reader ends.
type cutBody struct {
	io.Reader
	io.Closer
}

// Read implements io.Reader.
func (c cutBody) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if errors.Is(err, io.EOF) {
		err = errors.New("cut by the test")
	}
	return n, err
}
