// Package fetch downloads files from addresses that users enter, without giving access to anything
// that they cannot reach themselves: public addresses only, each name resolved once and the
// connection made to the checked address, every redirect checked again, with limits of time, size
// and type. Its errors are for the user, and repeat nothing from a remote server. It imports errs
// and the standard library.
package fetch

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"cohortium/internal/platform/errs"
)

// Config holds the operator's settings.
type Config struct {
	Off   bool     // nothing is fetched
	HTTP  bool     // http besides https
	Hosts []string // the only allowed ones, with their subdomains; none for all
	// Time is how long a fetch may take; 10 minutes when 0.
	Time time.Duration
	// Pace is how long each next leastBytes may take; 30 seconds when 0.
	Pace time.Duration

	// Resolve and Dial are those of the system when nil.
	Resolve func(ctx context.Context, host string) ([]netip.Addr, error)
	Dial    func(ctx context.Context, network, address string) (net.Conn, error)
	TLS     *tls.Config // nil for the roots of the system
}

// The limits of one request.
const (
	maxRedirects  = 3
	connectTime   = 10 * time.Second
	headTime      = 30 * time.Second
	maxHeadBytes  = 64 << 10
	maxNameLength = 200 // characters
	// leastBytes are 50 kB for each second of the default pace: a slow server does not occupy a
	// worker for the whole time limit.
	leastBytes = 1_500_000
)

var errSlow = errors.New("fewer bytes than the pace asks for")

// Client fetches.
type Client struct {
	cfg  Config
	http *http.Client
}

// NewClient returns a client with defaults for the times and the resolver that cfg leaves out.
func NewClient(cfg Config) *Client {
	if cfg.Time <= 0 {
		cfg.Time = 10 * time.Minute
	}
	if cfg.Pace <= 0 {
		cfg.Pace = 30 * time.Second
	}
	if cfg.Resolve == nil {
		cfg.Resolve = Names(net.DefaultResolver)
	}
	if cfg.Dial == nil {
		cfg.Dial = (&net.Dialer{Timeout: connectTime}).DialContext
	}
	c := &Client{cfg: cfg}
	c.http = &http.Client{
		Transport: &http.Transport{
			Proxy: nil, DialContext: c.dial, TLSClientConfig: cfg.TLS, TLSHandshakeTimeout: connectTime, ResponseHeaderTimeout: headTime,
			MaxResponseHeaderBytes: maxHeadBytes, DisableKeepAlives: true, DisableCompression: true, ForceAttemptHTTP2: false,
		},
		CheckRedirect: c.redirect,
	}
	return c
}

// Names returns a function that looks names up with a resolver.
func Names(r *net.Resolver) func(ctx context.Context, host string) ([]netip.Addr, error) {
	return func(ctx context.Context, host string) ([]netip.Addr, error) { return r.LookupNetIP(ctx, "ip", host) }
}

// Result describes a fetched file.
type Result struct {
	Name string // the last part of the address
	Size int64  // bytes that were written
	Tag  string // their SHA-256, hex
	Cut  bool   // the remote file is longer
}

// refuse returns an error for the user who entered an address.
func refuse(cause error, format string, args ...any) error {
	return errs.AtField("source.url", fmt.Sprintf(format, args...)).Because(cause)
}

// Get writes at most `most` bytes of the file at an address to w. With whole, a longer file is an
// error. report, unless nil, receives the progress, total being 0 while unknown. Errors are
// errs.Rule with the field source.url.
func (c *Client) Get(ctx context.Context, address string, w io.Writer, most int64, whole bool, report func(done, total int64)) (Result, error) {
	at, err := c.read(address)
	if err != nil {
		return Result{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, c.cfg.Time)
	defer cancel()
	ctx, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), http.NoBody)
	if err != nil {
		return Result{}, refuse(err, "This is not an address. Enter one that begins with https://.")
	}
	req.Header.Set("User-Agent", "cohortium")
	req.Header.Set("Accept-Encoding", "identity")
	answer, err := c.http.Do(req)
	if err != nil {
		return Result{}, c.failed(ctx, err)
	}
	defer answer.Body.Close()
	if err := usable(answer, most, whole); err != nil {
		return Result{}, err
	}
	late := time.AfterFunc(c.cfg.Pace, func() { giveUp(errSlow) })
	defer late.Stop()
	found, err := c.take(ctx, answer, w, most, whole, func(done, fresh int64) {
		if done/leastBytes > (done-fresh)/leastBytes {
			late.Reset(c.cfg.Pace)
		}
		if report != nil {
			report(done, max(answer.ContentLength, 0))
		}
	})
	found.Name = nameOf(answer.Request.URL)
	return found, err
}

// Check rejects an address by its text, without contacting it. Errors are those of Get.
func (c *Client) Check(address string) error {
	_, err := c.read(address)
	return err
}

func (c *Client) read(address string) (*url.URL, error) {
	if c.cfg.Off {
		return nil, refuse(nil, "This server fetches nothing from other places. Download the file and upload it.")
	}
	at, err := url.Parse(strings.TrimSpace(address))
	if err != nil {
		return nil, refuse(err, "This is not an address. Enter one that begins with https://.")
	}
	return at, c.check(at)
}

// usable rejects answers by their head.
func usable(answer *http.Response, most int64, whole bool) error {
	switch {
	case answer.StatusCode == http.StatusUnauthorized, answer.StatusCode == http.StatusForbidden:
		return refuse(nil, "This address is not open to everybody. Download the file and upload it.")
	case answer.StatusCode == http.StatusNotFound, answer.StatusCode == http.StatusGone:
		return refuse(nil, "There is nothing at this address. Check it for typing errors.")
	case answer.StatusCode != http.StatusOK:
		return refuse(
			nil,
			"The server at this address answers with status %d instead of a file. Try again later, or download the file and upload it.",
			answer.StatusCode,
		)
	case !isTable(answer.Header.Get("Content-Type")):
		return refuse(nil, "This address returns something other than a table, such as a web page. Enter the address of the file itself.")
	case encoded(answer):
		return refuse(nil, "The server at this address sends the file in a form that is not read. Download the file and upload it.")
	case whole && answer.ContentLength > most:
		return tooLarge(most)
	}
	return nil
}

func encoded(answer *http.Response) bool {
	encoding := answer.Header.Get("Content-Encoding")
	return encoding != "" && encoding != "identity"
}

func tooLarge(most int64) error {
	return refuse(nil, "The file at this address has more than %d MB, which is as much as is fetched. Download it and upload it.", most/1_000_000)
}

// isTable reports whether a table may have a content type; its bytes determine the actual format.
func isTable(header string) bool {
	if header == "" {
		return true
	}
	kind, _, err := mime.ParseMediaType(header)
	if err != nil && !errors.Is(err, mime.ErrInvalidMediaParameter) {
		return false
	}
	switch kind {
	case "text/html", "text/css", "text/javascript", "text/xml":
		return false
	case "application/octet-stream", "binary/octet-stream", "application/json", "application/x-ndjson", "application/ndjson",
		"application/jsonl", "application/x-jsonlines", "application/csv", "application/gzip", "application/x-gzip", "application/x-gunzip",
		"application/bgzip", "application/zip", "application/x-zip-compressed", "application/zstd", "application/x-bzip2", "application/x-bzip",
		"application/vnd.apache.parquet", "application/x-parquet", "application/parquet", "application/vnd.ms-excel", "application/force-download":
		return true
	}
	return strings.HasPrefix(kind, "text/")
}

// take copies the body, and reports after each part the total and the new bytes.
func (c *Client) take(ctx context.Context, answer *http.Response, w io.Writer, most int64, whole bool, report func(done, fresh int64)) (Result, error) {
	sum := sha256.New()
	var out Result
	buffer := make([]byte, 256<<10)
	for {
		n, err := answer.Body.Read(buffer)
		if over := out.Size + int64(n) - most; over > 0 {
			if whole {
				return out, tooLarge(most)
			}
			n -= int(over)
			out.Cut = true
		}
		sum.Write(buffer[:n])
		if _, err := w.Write(buffer[:n]); err != nil {
			return out, err
		}
		out.Size += int64(n)
		report(out.Size, int64(n))
		if errors.Is(err, io.EOF) && ctx.Err() != nil { // the other side ended because this one went away
			return out, c.failed(ctx, ctx.Err())
		}
		if out.Cut || errors.Is(err, io.EOF) {
			out.Tag = hex.EncodeToString(sum.Sum(nil))
			return out, nil
		}
		if err != nil {
			return out, c.failed(ctx, err)
		}
	}
}

// failed words the failure of a request, without the words of the remote server.
func (c *Client) failed(ctx context.Context, err error) error {
	var ours *errs.Error
	var unverified *tls.CertificateVerificationError
	var name *net.DNSError
	switch {
	case errors.As(err, &ours):
		return ours
	case errors.Is(context.Cause(ctx), errSlow):
		return refuse(
			err,
			"The server at this address is too slow: it sends less than %d kB a second. Try again later, or download the file and upload it.",
			leastBytes/30/1000,
		)
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return refuse(err, "The server at this address takes too long. Try again later, or download the file and upload it.")
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &unverified):
		return refuse(err, "The server at this address cannot prove that it is the right one: its certificate is not valid.")
	case errors.As(err, &name):
		return refuse(
			err,
			"The name in this address is not known on the public internet, and nothing is fetched from elsewhere. Check it for typing errors, or download the file and upload it.",
		)
	}
	return refuse(err, "The server at this address does not answer as it should. Try again later, or download the file and upload it.")
}

// redirect checks the target of a redirect.
func (c *Client) redirect(req *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects {
		return refuse(nil, "This address points to another one more than %d times. Enter the last one.", maxRedirects)
	}
	req.Header.Del("Referer")
	return c.check(req.URL)
}

// nameOf returns the last part of the path, as the name of a file.
func nameOf(at *url.URL) string {
	name := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError {
			return '_'
		}
		return r
	}, path.Base(at.Path))
	if name == "." || name == "/" || name == "" {
		return "table"
	}
	return errs.Shortened(name, maxNameLength)
}
