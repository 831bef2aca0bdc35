package bioindex

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strings"

	"cohortium/internal/gwas/tableindex"
	"cohortium/internal/platform/errs"
)

// AnswerKind is the kind of content of an answer.
type AnswerKind string

// The kinds of answers that have pages.
const (
	RowPages AnswerKind = "rows"
	Matches  AnswerKind = "match"
	KeyList  AnswerKind = "keys"
)

// Continuation is where an answer continues. The rights of the caller are checked again: a token
// does not grant any.
type Continuation struct {
	Kind   AnswerKind       `json:"k"`
	Index  string           `json:"i"`
	Build  string           `json:"g"`
	Values []string         `json:"q,omitempty"`
	Format string           `json:"f,omitempty"` // of the first page
	Flank  int64            `json:"x,omitempty"`
	Bytes  int64            `json:"b,omitempty"` // of a page
	Page   int              `json:"n"`           // the next one, from 2
	Place  tableindex.Place `json:"p,omitempty"`
	Left   int64            `json:"l"`           // rows of the limit that are left, NoLimit for all
	Limit  int64            `json:"m"`           // as requested
	Read   int64            `json:"r,omitempty"` // bytes of the pages before
	After  []string         `json:"a,omitempty"` // the last value or key seen
	Genes  string           `json:"e,omitempty"` // SHA-256 of the list that placed the gene of the query; "" without one
}

const (
	tokenPurpose = "bioindex continuation 1"
	maxToken     = 16 << 10
)

// sign returns a token of a continuation.
func (s *Service) sign(ctx context.Context, c Continuation) (string, error) {
	secrets, err := s.keys.Secrets(ctx)
	if err != nil {
		return "", err
	}
	payload, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	token := base64.RawURLEncoding.EncodeToString(payload)
	token += "." + base64.RawURLEncoding.EncodeToString(macOf(secrets[0], payload))
	if len(token) > maxToken {
		return "", errs.New(
			errs.TooLarge,
			"query_too_long",
			"The values of this query are too long to be continued. Ask with shorter ones, or for more bytes on a page.",
		)
	}
	return token, nil
}

// macOf signs with a key for this purpose only, so that other signatures of this server are not
// valid tokens.
func macOf(secret, payload []byte) []byte {
	key := hmac.New(sha256.New, secret)
	key.Write([]byte(tokenPurpose))
	mac := hmac.New(sha256.New, key.Sum(nil))
	mac.Write(payload)
	return mac.Sum(nil)
}

// Continuation reads a token that this server has signed; errs.Invalid (bad_token)
// for any other text.
func (s *Service) Continuation(ctx context.Context, token string) (c Continuation, err error) {
	bad := errs.New(errs.Invalid, "bad_token", "This is not a continuation that this server gave. Ask from the first page again.")
	text, sum, found := strings.Cut(token, ".")
	payload, err1 := base64.RawURLEncoding.Strict().DecodeString(text)
	got, err2 := base64.RawURLEncoding.Strict().DecodeString(sum)
	if !found || err1 != nil || err2 != nil || len(token) > maxToken || strings.ContainsAny(token, "\r\n") {
		return c, bad
	}
	secrets, err := s.keys.Secrets(ctx)
	if err != nil {
		return c, err
	}
	good := false
	for _, secret := range secrets {
		good = hmac.Equal(macOf(secret, payload), got) || good
	}
	if !good {
		return c, bad
	}
	if err := json.Unmarshal(payload, &c); err != nil {
		return c, bad.Because(err)
	}
	return c, nil
}
