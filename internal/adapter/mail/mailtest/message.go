package mailtest

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/http"
	"net/mail"
	"slices"
	"time"
)

// Message is one received message. From and To are those of the envelope; Subject and Text are
// decoded.
type Message struct {
	From    string              `json:"from"`
	To      []string            `json:"to"`
	Subject string              `json:"subject"`
	Text    string              `json:"text"`
	Header  map[string][]string `json:"header"`
}

func parse(raw []byte) (Message, error) {
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return Message{}, err
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil {
		return Message{}, err
	}
	body := m.Body
	switch encoding := m.Header.Get("Content-Transfer-Encoding"); encoding {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "", "7bit", "8bit":
	default:
		return Message{}, fmt.Errorf("the encoding %q is not read here", encoding)
	}
	text, err := io.ReadAll(body)
	if err != nil {
		return Message{}, err
	}
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return Message{Subject: subject, Text: string(text), Header: m.Header}, nil
}

// MessagesURL answers GET with {"messages": […]}, all or those ?to= an address, and deletes them on
// DELETE.
func (s *Server) MessagesURL() string { return s.httpURL + "/messages" }

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case http.MethodDelete:
		s.Clear()
		w.WriteHeader(http.StatusNoContent)
	case http.MethodGet:
		list := s.Messages()
		if to := r.URL.Query().Get("to"); to != "" {
			list = slices.DeleteFunc(list, func(m Message) bool { return !slices.Contains(m.To, to) })
		}
		w.Header().Set("Content-Type", "application/json")
		if err := json.NewEncoder(w).Encode(map[string]any{"messages": append([]Message{}, list...)}); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	default:
		w.WriteHeader(http.StatusMethodNotAllowed)
	}
}

// certificate returns a self-signed certificate.
func (s *Server) certificate() (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	now := time.Now()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: now.Add(-time.Hour), NotAfter: now.Add(24 * time.Hour), IsCA: true,
		BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		DNSNames:    []string{"mail.example.org"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return tls.Certificate{}, err
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		return tls.Certificate{}, err
	}
	s.roots = x509.NewCertPool()
	s.roots.AddCert(parsed)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, nil
}
