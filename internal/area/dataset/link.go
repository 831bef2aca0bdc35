package dataset

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"time"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// Links reads links to files.
type Links interface {
	Links(ctx context.Context, datasetID string) ([]*Link, error) // newest first
	Link(ctx context.Context, id string) (*Link, error)
	// SigningKeys returns the keys of links, newest first.
	SigningKeys(ctx context.Context) ([]SigningKey, error)
}

// LinkChanges stores links to files and the keys that sign them.
type LinkChanges interface {
	CreateLink(ctx context.Context, l *Link) error
	RevokeLink(ctx context.Context, id string, at time.Time) error
	RevokeLinks(ctx context.Context, datasetID string, at time.Time) (n int64, err error) // those that still work
	CountLinkUse(ctx context.Context, id string) error
	AddSigningKey(ctx context.Context, k SigningKey) error
	DropSigningKeys(ctx context.Context, before time.Time) error
}

// Signature is the part that a signed link adds to a short link. The zero Signature is none.
type Signature struct {
	LinkID  string
	Expires int64 // Unix time
	Sum     string
}

// LinkState is whether a link still works.
type LinkState string

// The states of a link.
const (
	LinkActive  LinkState = "active"
	LinkExpired LinkState = "expired"
	LinkRevoked LinkState = "revoked"
)

// LinkView is a link as shown to accounts that may share the data set.
type LinkView struct {
	*Link
	FileName string
	State    LinkState
	Path     string // with its signature; "" if it does not work
}

// LinkInput is a request for a link.
type LinkInput struct {
	FileID string
	Hours  float64 // lifetime
	Note   string  // recipient or purpose
}

const (
	shortestLink = 0.25 // hours
	keyAge       = 90 * 24 * time.Hour
	keyBytes     = 32
)

// LongestLink returns the maximum lifetime of a link.
func (s *Service) LongestLink() time.Duration { return s.cfg.LinkLongest }

// Links lists the links of a data set, newest first, to those who may share it.
func (s *Service) Links(ctx context.Context, by *auth.Identity, id string) (_ []*LinkView, err error) {
	defer errs.Wrap(&err, "dataset.Links(%q)", id)
	d, r, err := s.datasetFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	if r < record.CoOwner {
		return nil, mustEdit(d, r)
	}
	links, err := s.store.Links(ctx, d.ID)
	if err != nil || len(links) == 0 {
		return nil, err
	}
	files, err := s.store.DatasetFiles(ctx, d.ID)
	if err != nil {
		return nil, err
	}
	byID := make(map[string]*File, len(files))
	for _, f := range files {
		byID[f.ID] = f
	}
	key, err := s.signingKey(ctx)
	if err != nil {
		return nil, err
	}
	var out []*LinkView
	for _, l := range links {
		if f := byID[l.FileID]; f != nil { // else it was deleted between two reads
			state, err := s.linkState(ctx, d, l)
			if err != nil {
				return nil, err
			}
			out = append(out, linkView(key, f, l, state))
		}
	}
	return out, nil
}

func linkView(key SigningKey, f *File, l *Link, state LinkState) *LinkView {
	v := &LinkView{Link: l, FileName: f.Name, State: state}
	if v.State == LinkActive {
		v.Path = f.signedPath(key, l)
	}
	return v
}

// linkState returns whether a link still works. A link also ends if its author may not share the
// data set any more; this state is shown as revoked.
func (s *Service) linkState(ctx context.Context, d *Dataset, l *Link) (LinkState, error) {
	state := l.state(s.now())
	if state != LinkActive {
		return state, nil
	}
	maker, err := s.cfg.Accounts.UserByName(ctx, l.CreatedBy)
	if errs.Is(err, errs.NotFound) {
		return LinkRevoked, nil
	}
	if err != nil {
		return "", err
	}
	if !maker.IsActive || !canOf(relationOf(auth.NewIdentity(maker, nil), d), d).Share {
		return LinkRevoked, nil
	}
	return LinkActive, nil
}

func (l *Link) state(now time.Time) LinkState {
	switch {
	case l.RevokedAt != nil:
		return LinkRevoked
	case !now.Before(l.ExpiresAt), !auth.Begun(now, l.CreatedAt):
		return LinkExpired
	}
	return LinkActive
}

// CreateLink creates a link to a version of a file that works without an account until it expires.
// errs.Rule with the fields file_id, hours or note.
func (s *Service) CreateLink(ctx context.Context, by *auth.Identity, id string, in LinkInput) (_ *LinkView, err error) {
	defer errs.Wrap(&err, "dataset.CreateLink(%q, %q)", id, in.FileID)
	key, err := s.signingKey(ctx)
	if err != nil {
		return nil, err
	}
	var view *LinkView
	err = s.store.InTx(ctx, func(tx Tx) error {
		d, f, err := s.linkable(ctx, tx, by, id, &in)
		if err != nil {
			return err
		}
		now := s.now()
		l := &Link{
			ID: s.newID(), DatasetID: d.ID, FileID: f.ID, Note: in.Note, CreatedBy: by.User.UserName, CreatedAt: now,
			ExpiresAt: now.Add(time.Duration(in.Hours * float64(time.Hour))).Truncate(time.Second),
		}
		view = linkView(key, f, l, LinkActive)
		if err := tx.CreateLink(ctx, l); err != nil {
			return err
		}
		detail := f.label() + " until " + l.ExpiresAt.UTC().Format("2006-01-02 15:04 MST")
		if l.Note != "" {
			detail += ": " + l.Note
		}
		return s.note(ctx, tx, by, d.ID, record.Event{Action: "made a link", Detail: detail, Kind: audit.Shared})
	})
	return view, err
}

// linkable returns the data set and the file of a link that the caller may create.
func (s *Service) linkable(ctx context.Context, tx Tx, by *auth.Identity, id string, in *LinkInput) (*Dataset, *File, error) {
	d, err := sharable(ctx, tx, by, id)
	if err != nil {
		return nil, nil, err
	}
	files, err := tx.DatasetFiles(ctx, d.ID)
	if err != nil {
		return nil, nil, err
	}
	var found *File
	for _, f := range files {
		if f.ID == in.FileID {
			found = f
		}
	}
	var f faults
	if found == nil {
		f.add("file_id", "This data set has no such file.")
	}
	if longest := s.cfg.LinkLongest.Hours(); !(in.Hours >= shortestLink && in.Hours <= longest) {
		f.add("hours", "A link works for %g to %g hours.", shortestLink, longest)
	}
	f.line("note", &in.Note, maxShortLine, false)
	return d, found, f.err()
}

// sharable returns a data set that the caller may share, locked.
func sharable(ctx context.Context, tx Tx, by *auth.Identity, id string) (*Dataset, error) {
	read, err := tx.Dataset(ctx, id)
	d, r, err := admitted(by, read, err)
	if err != nil {
		return nil, err
	}
	return d, mustEdit(d, r)
}

// RevokeLink ends a link immediately. Repeating it changes nothing.
func (s *Service) RevokeLink(ctx context.Context, by *auth.Identity, id, linkID string) (err error) {
	defer errs.Wrap(&err, "dataset.RevokeLink(%q, %q)", id, linkID)
	return s.store.InTx(ctx, func(tx Tx) error {
		d, err := sharable(ctx, tx, by, id)
		if err != nil {
			return err
		}
		l, err := s.store.Link(ctx, linkID)
		if errs.Is(err, errs.NotFound) || err == nil && l.DatasetID != d.ID {
			return errs.Missing("link").Because(err)
		}
		if err != nil || l.RevokedAt != nil {
			return err
		}
		if err := tx.RevokeLink(ctx, l.ID, s.now()); err != nil {
			return err
		}
		return s.note(ctx, tx, by, d.ID, record.Event{Action: "revoked a link", Detail: l.Note, Kind: audit.Unshared})
	})
}

// path returns the short link of a file.
func (f *File) path() string { return "/api/" + string(f.Kind) + "/" + f.ShortID }

func (f *File) signedPath(key SigningKey, l *Link) string {
	expires := l.ExpiresAt.Unix()
	return f.path() + "?" + url.Values{
		"link": {l.ID}, "expires": {strconv.FormatInt(expires, 10)}, "signature": {key.sign(f, l.ID, expires)},
	}.Encode()
}

// sign returns the HMAC-SHA256 over the content of a link: method, object, version of the file,
// link and time. None of these contains a line break.
func (k SigningKey) sign(f *File, linkID string, expires int64) string {
	return k.signText(fmt.Sprintf("GET\n%s\n%s\n%s\n%d\n", f.path(), f.ID, linkID, expires))
}

func (k SigningKey) signText(text string) string {
	mac := hmac.New(sha256.New, k.Key)
	mac.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// Sign signs a text for addresses other than links; the text begins with a word that no link has.
func (s *Service) Sign(ctx context.Context, text string) (string, error) {
	key, err := s.signingKey(ctx)
	if err != nil {
		return "", err
	}
	return key.signText(text), nil
}

// Signed reports whether the signature of a text is valid.
func (s *Service) Signed(ctx context.Context, text, signature string) (bool, error) {
	keys, err := s.store.SigningKeys(ctx)
	good := 0
	for _, k := range keys {
		good |= subtle.ConstantTimeCompare([]byte(k.signText(text)), []byte(signature))
	}
	return good == 1, err
}

// verify returns the working link of a signature, else errs.NotFound.
func (s *Service) verify(ctx context.Context, d *Dataset, f *File, sig Signature) (*Link, error) {
	keys, err := s.store.SigningKeys(ctx)
	if err != nil {
		return nil, err
	}
	good := 0
	for _, k := range keys {
		good |= subtle.ConstantTimeCompare([]byte(k.sign(f, sig.LinkID, sig.Expires)), []byte(sig.Sum))
	}
	if good == 0 {
		return nil, errs.Missing("link")
	}
	l, err := s.store.Link(ctx, sig.LinkID)
	if err != nil {
		return nil, err
	}
	if l.FileID != f.ID || l.ExpiresAt.Unix() != sig.Expires {
		return nil, errs.Missing("link")
	}
	state, err := s.linkState(ctx, d, l)
	if err == nil && state != LinkActive {
		err = errs.Missing("link")
	}
	return l, err
}

// Secrets returns the keys that sign this server's tokens: the current key first, then earlier ones
// that are still valid. Other kinds of tokens derive their own key from each.
func (s *Service) Secrets(ctx context.Context) (_ [][]byte, err error) {
	defer errs.Wrap(&err, "dataset.Secrets")
	if _, err := s.signingKey(ctx); err != nil {
		return nil, err
	}
	keys, err := s.store.SigningKeys(ctx)
	out := make([][]byte, len(keys))
	for i, k := range keys {
		out[i] = k.Key
	}
	return out, err
}

// signingKey returns the current signing key. It creates one if there is none or the newest is old.
// Earlier keys verify links until Sweep drops them. Two servers may create one each: both verify.
func (s *Service) signingKey(ctx context.Context) (SigningKey, error) {
	keys, err := s.store.SigningKeys(ctx)
	if err != nil {
		return SigningKey{}, err
	}
	now := s.now()
	if len(keys) > 0 && now.Sub(keys[0].CreatedAt) < keyAge {
		return keys[0], nil
	}
	k := SigningKey{ID: s.newID(), Key: make([]byte, keyBytes), CreatedAt: now}
	if _, err := io.ReadFull(s.cfg.Random, k.Key); err != nil {
		return SigningKey{}, fmt.Errorf("draw a signing key: %w", err)
	}
	return k, s.store.InTx(ctx, func(tx Tx) error { return tx.AddSigningKey(ctx, k) })
}
