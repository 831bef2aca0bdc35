package seed

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strconv"
	"strings"
)

// Client is a signed-in person who calls a server as the pages do.
type Client struct {
	base string
	http *http.Client
}

// SignIn opens a session on the server at base.
func SignIn(ctx context.Context, base, userName, password string) (*Client, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	c := &Client{base: base, http: &http.Client{Jar: jar}}
	body := map[string]string{"user_name": userName, "password": password}
	if err := c.call(ctx, http.MethodPost, "/api/login", body, nil); err != nil {
		return nil, fmt.Errorf("seed.SignIn(%q): %w", userName, err)
	}
	return c, nil
}

// call sends body as JSON and reads the answer into out when out is not nil.
func (c *Client) call(ctx context.Context, method, path string, body, out any) error {
	payload, err := json.Marshal(body)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(payload))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.send(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if out == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

// put sends body as JSON to replace the given version.
func (c *Client) put(ctx context.Context, path string, version int64, body, out any) error {
	payload, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return c.versioned(ctx, http.MethodPut, path, "application/json", version, payload, out)
}

// versioned makes a call that states the version that it changes.
func (c *Client) versioned(ctx context.Context, method, path, contentType string, version int64, content []byte, out any) error {
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(content))
	if err != nil {
		return err
	}
	req.Header.Set("If-Match", strconv.Quote(strconv.FormatInt(version, 10)))
	req.Header.Set("Content-Type", contentType)
	resp, err := c.send(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}

// send turns an error answer into an error.
func (c *Client) send(req *http.Request) (*http.Response, error) {
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode < 400 {
		return resp, nil
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(resp.Body, 4096))
	return nil, fmt.Errorf("%s %s: %s: %s", req.Method, req.URL.Path, resp.Status, bytes.TrimSpace(text))
}

// chunk is the size of one upload request, the same as of the pages.
const chunk = 8 << 20

const uploads = "/api/uploads/"

// Upload sends a file by the tus protocol and returns the id that registers it.
func (c *Client) Upload(ctx context.Context, name string, content []byte) (string, error) {
	file := bytes.NewReader(content)
	return c.UploadStream(ctx, name, file.Size(), func(n int64) io.Reader { return io.LimitReader(file, n) })
}

// UploadStream sends size bytes in chunks; next returns each chunk of n bytes in turn.
func (c *Client) UploadStream(ctx context.Context, name string, size int64, next func(n int64) io.Reader) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+uploads, http.NoBody)
	if err != nil {
		return "", err
	}
	req.Header.Set("Tus-Resumable", "1.0.0")
	req.Header.Set("Upload-Length", strconv.FormatInt(size, 10))
	req.Header.Set("Upload-Metadata", "filename "+base64.StdEncoding.EncodeToString([]byte(name)))
	resp, err := c.send(req)
	if err != nil {
		return "", err
	}
	resp.Body.Close()
	location, err := url.Parse(resp.Header.Get("Location"))
	if err != nil {
		return "", err
	}
	for offset := int64(0); offset < size; offset += chunk {
		n := min(chunk, size-offset)
		if err := c.patch(ctx, location.Path, offset, n, next(n)); err != nil {
			return "", err
		}
	}
	return strings.TrimPrefix(location.Path, uploads), nil
}

func (c *Client) patch(ctx context.Context, path string, offset, length int64, part io.Reader) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPatch, c.base+path, part)
	if err != nil {
		return err
	}
	req.ContentLength = length
	req.Header.Set("Tus-Resumable", "1.0.0")
	req.Header.Set("Upload-Offset", strconv.FormatInt(offset, 10))
	req.Header.Set("Content-Type", "application/offset+octet-stream")
	resp, err := c.send(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// dataset is the part of a submission or meta-analysis that the demo reads.
type dataset struct {
	ID      string `json:"id"`
	Dataset string `json:"dataset_name"` // of a submission
	Name    string `json:"name"`         // of a meta-analysis
	Status  string `json:"status"`
}

// column is one line of a preview's mapping.
type column struct {
	Field  string `json:"field"`
	Column string `json:"column"`
}

// suggested returns the mapping that the server proposes for a file.
func (c *Client) suggested(ctx context.Context, name string, content []byte) (map[string]string, error) {
	head := content[:min(len(content), 256<<10)]
	query := url.Values{"file_name": {name}, "file_size": {strconv.Itoa(len(content))}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/api/sumstats/preview?"+query.Encode(), bytes.NewReader(head))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/octet-stream")
	resp, err := c.send(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var preview struct {
		Columns []column `json:"columns"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&preview); err != nil {
		return nil, err
	}
	mapping := map[string]string{}
	for _, col := range preview.Columns {
		if col.Column != "" {
			mapping[col.Field] = col.Column
		}
	}
	if len(mapping) == 0 {
		return nil, errors.New("the preview of " + name + " proposes no column")
	}
	return mapping, nil
}
