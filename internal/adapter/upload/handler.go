package upload

import (
	"context"
	"crypto/sha1" //nolint:gosec // the protocol asks for it; it guards against noise, not people
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"hash"
	"net/http"
	"strings"
	"time"

	"github.com/tus/tusd/v2/pkg/handler"
	"golang.org/x/exp/slog"

	"cohortium/internal/platform/errs"
)

// Path is where the handler must be mounted.
const Path = "/api/uploads/"

// call holds the data of one request that tusd does not have.
type call struct {
	userID   string
	length   int64 // of the body; -1 when it was not declared
	checksum hash.Hash
	want     []byte    // expected checksum
	expires  time.Time // expiry time of the upload; zero when it does not expire
	problem  error     // why the request was refused
}

type callKey struct{}

func callOf(ctx context.Context) *call { return ctx.Value(callKey{}).(*call) }

// refuse notes why a request failed, for the answer, and returns the error.
func (c *call) refuse(err error) error {
	if err != nil {
		c.problem = err
	}
	return err
}

// version is the version of the protocol.
const version = "1.0.0"

// Errors specific to this protocol.
var (
	errVersion  = errs.New(errs.Invalid, "unsupported_version", "This server supports tus %s. Send that version in the header Tus-Resumable.", version)
	errExpired  = errs.New(errs.NotFound, "upload_expired", "This upload has expired; start it again.")
	errChecksum = errs.New(errs.Conflict, "checksum_mismatch", "The bytes that arrived are not those that were sent; send them again.")
)

const statusChecksumMismatch = 460

// Handler serves the protocol under Path. identify returns the id of the signed-in user, or the
// error to answer with.
func (s *Service) Handler(identify func(*http.Request) (userID string, err error)) http.Handler {
	composer := handler.NewStoreComposer()
	composer.Core = dataStore{s}
	composer.Terminater, composer.UsesTerminater = dataStore{s}, true //nolint:misspell // tusd spells it so
	tus, err := handler.NewUnroutedHandler(handler.Config{
		StoreComposer: composer, BasePath: Path, MaxSize: s.opt.MaxBytes, DisableDownload: true,
		Cors: &handler.CorsConfig{Disable: true}, Logger: slog.New(silent{}),
	})
	if err != nil {
		panic("upload: " + err.Error()) // only a nil store composer or an odd Path
	}
	routed := http.StripPrefix(strings.TrimSuffix(Path, "/"), tus.Middleware(route(tus)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := &call{length: r.ContentLength}
		a := &answer{ResponseWriter: w, service: s, request: r, call: c}
		r.Header.Del("X-HTTP-Method-Override")
		w.Header().Set("Tus-Resumable", version)
		if r.Method != http.MethodOptions {
			userID, err := identify(r)
			if err != nil {
				a.fail(err)
				return
			}
			c.userID = userID
		}
		if said := r.Header.Get("Tus-Resumable"); r.Method == http.MethodHead && said != "" && said != version {
			a.fail(errVersion) // tusd checks this header for other methods only
			return
		}
		if err := c.readChecksum(r.Header.Get("Upload-Checksum")); err != nil {
			a.fail(err)
			return
		}
		routed.ServeHTTP(a, r.WithContext(context.WithValue(r.Context(), callKey{}, c)))
	})
}

func route(tus *handler.UnroutedHandler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		root := strings.Trim(r.URL.Path, "/") == ""
		switch {
		case root && r.Method == http.MethodPost:
			tus.PostFile(w, r)
		case !root && r.Method == http.MethodHead:
			tus.HeadFile(w, r)
		case !root && r.Method == http.MethodPatch:
			tus.PatchFile(w, r)
		case !root && r.Method == http.MethodDelete:
			tus.DelFile(w, r)
		default:
			w.Header().Set("Allow", "POST, HEAD, PATCH, DELETE, OPTIONS")
			w.WriteHeader(http.StatusMethodNotAllowed)
		}
	})
}

// readChecksum parses the header of the checksum extension: a name of an algorithm and the base64
// of its sum over the body.
func (c *call) readChecksum(header string) error {
	if header == "" {
		return nil
	}
	name, text, _ := strings.Cut(header, " ")
	want, err := base64.StdEncoding.DecodeString(text)
	switch name {
	case "sha1":
		c.checksum = sha1.New() //nolint:gosec // as above
	case "sha256":
		c.checksum = sha256.New()
	default:
		return errs.New(errs.Invalid, "checksum_algorithm", "The checksum must be sha1 or sha256.")
	}
	if err != nil || len(want) != c.checksum.Size() {
		return errs.New(errs.Invalid, "bad_checksum", "The Upload-Checksum header cannot be understood.")
	}
	c.want = want
	return nil
}

// verify checks that the body that was read is the one that was sent.
func (c *call) verify(size int64) error {
	if c.length >= 0 && size < c.length {
		return errs.New(errs.Invalid, "broken_off", "The request broke off; its bytes could not be checked and were dropped.")
	}
	if subtle.ConstantTimeCompare(c.checksum.Sum(nil), c.want) != 1 {
		return errChecksum
	}
	return nil
}

// statusOf returns the HTTP status of a refusal.
func statusOf(err error) int {
	switch {
	case errors.Is(err, errVersion):
		return http.StatusPreconditionFailed
	case errors.Is(err, errExpired):
		return http.StatusGone
	case errors.Is(err, errChecksum):
		return statusChecksumMismatch
	}
	return errs.KindOf(err).Status()
}

// silent drops tusd's log; the important events are in the server's log.
type silent struct{}

func (silent) Enabled(context.Context, slog.Level) bool  { return false }
func (silent) Handle(context.Context, slog.Record) error { return nil }
func (s silent) WithAttrs([]slog.Attr) slog.Handler      { return s }
func (s silent) WithGroup(string) slog.Handler           { return s }
